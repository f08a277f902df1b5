//! Table of programs that run code from their arguments.

/// Argument syntax of a family of programs.
pub(super) struct Interpreter {
    /// Names, without versions.
    pub(super) names: &'static [&'static str],
    /// Short options that announce code.
    pub(super) text: &'static str,
    /// Letters of short options with a value, in the same word or the next. `*`: any option may have one in the next word.
    pub(super) values: &'static str,
    /// Letters of short options whose value, if any, is the rest of the word.
    pub(super) rest: &'static str,
    /// Letters of short options whose value, the rest of the word, is a module to load.
    pub(super) modules: &'static str,
    /// Letters of short options behind which all arguments are those of another program.
    pub(super) ends: &'static str,
    /// Long options that announce code, with their dashes.
    pub(super) long: &'static [&'static str],
    /// Meaning of the operands.
    pub(super) operands: Operands,
    /// Subcommands that are followed by code.
    pub(super) subcommands: &'static [&'static str],
    /// Whether a `data:` URL names a module.
    pub(super) loads_urls: bool,
}

/// Meaning of the operands of a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    /// The first is a file or a different program, followed by its arguments.
    End,
    /// Options may follow them.
    Anywhere,
    /// The first is code, unless one of these options precedes it.
    Text(&'static [&'static str]),
    /// As [`Operands::End`], for a shell: an option with a value does not end its cluster, and `+` begins options too.
    Shell,
    /// As [`Operands::Anywhere`], and one that begins with `+` is a command.
    Plus,
}

use Operands::{Anywhere, Plus, Shell, Text};

const BASE: Interpreter = Interpreter {
    names: &[],
    text: "",
    values: "",
    rest: "",
    modules: "",
    ends: "",
    long: &[],
    operands: Operands::End,
    subcommands: &[],
    loads_urls: false,
};

/// Programs that start others: each word behind them may name one. Those are left out whose words often mean something else.
#[rustfmt::skip]
pub(super) const WRAPPERS: &[&str] = &[
    "asdf", "bundle", "bunx", "busybox", "bwrap", "chroot", "chrt", "command", "conda", "direnv", "doas", "eatmydata",
    "entr", "env", "faketime", "fakeroot", "fd", "find", "firejail", "flock", "hatch", "ionice", "ltrace", "mise", "nice",
    "nohup", "npx", "nsenter", "parallel", "pipenv", "poetry", "proot", "runuser", "script", "setsid", "stdbuf", "strace",
    "su", "sudo", "systemd-run", "taskset", "time", "timeout", "toybox", "unbuffer", "unshare", "uv", "uvx", "watch",
    "xargs", "xvfb-run",
];

pub(super) const INTERPRETERS: &[Interpreter] = &[
    Interpreter {
        names: &[
            "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "lksh", "oksh", "pdksh", "yash", "posh", "csh",
            "tcsh",
        ],
        text: "c",
        values: "oO",
        operands: Shell,
        ..BASE
    },
    Interpreter {
        names: &["fish", "nu", "elvish", "xonsh", "osh", "ysh"],
        text: "cCe",
        values: "*",
        long: &["--command", "--commands", "--init-command", "--execute"],
        ..BASE
    },
    Interpreter {
        names: &["python", "pythonw", "pypy", "ipython", "jython", "micropython", "hy"],
        text: "c",
        values: "WX",
        ends: "m",
        long: &["--command", "--InteractiveShellApp.code_to_run", "--InteractiveShellApp.exec_lines"],
        ..BASE
    },
    // Modules of Python, behind `-m`.
    Interpreter { names: &["pdb"], text: "c", long: &["--command"], ..BASE },
    Interpreter { names: &["timeit"], values: "nrsu", operands: Text(&[]), ..BASE },
    Interpreter { names: &["perl"], text: "eE", values: "I", rest: "FiDxVC", modules: "Mm", ..BASE },
    Interpreter { names: &["raku", "perl6"], text: "e", values: "*", ..BASE },
    Interpreter {
        names: &["ruby", "jruby", "truffleruby", "mruby", "irb"],
        text: "e",
        values: "ICErX",
        rest: "FixK",
        ..BASE
    },
    Interpreter {
        names: &["lua", "luajit", "texlua", "janet", "fennel"],
        text: "e",
        values: "lj",
        long: &["--eval"],
        ..BASE
    },
    Interpreter {
        names: &["node", "nodejs", "bun", "tsx", "ts-node"],
        text: "ep",
        values: "rC",
        long: &["--eval", "--print"],
        loads_urls: true,
        ..BASE
    },
    Interpreter {
        names: &["deno"],
        long: &["--eval"],
        operands: Anywhere,
        subcommands: &["eval"],
        loads_urls: true,
        ..BASE
    },
    Interpreter {
        names: &["php", "php-cgi", "hhvm"],
        text: "rBRE",
        values: "cdztSfF",
        long: &["--run", "--process-begin", "--process-code", "--process-end"],
        loads_urls: true,
        ..BASE
    },
    Interpreter { names: &["groovy"], text: "e", values: "*", rest: "iD", ..BASE },
    Interpreter { names: &["julia"], text: "eE", values: "*", long: &["--eval", "--print"], ..BASE },
    Interpreter { names: &["R", "Rscript", "rscript"], text: "e", values: "*", long: &["--eval"], ..BASE },
    Interpreter { names: &["osascript"], text: "e", values: "ls", ..BASE },
    Interpreter { names: &["elixir", "iex"], text: "e", values: "*", long: &["--eval", "--rpc-eval", "--erl"], ..BASE },
    Interpreter { names: &["mix"], long: &["-e", "--eval"], operands: Anywhere, subcommands: &["eval"], ..BASE },
    Interpreter { names: &["crystal"], operands: Anywhere, subcommands: &["eval"], ..BASE },
    Interpreter {
        names: &[
            "ghc",
            "ghci",
            "runghc",
            "runhaskell",
            "ocaml",
            "utop",
            "scala",
            "scala-cli",
            "kotlin",
            "kotlinc",
            "swift",
            "rust-script",
            "clojure",
            "clj",
            "bb",
            "lein",
            "erl",
            "sbcl",
            "ecl",
            "ccl",
            "abcl",
            "octave",
            "octave-cli",
            "emacs",
            "emacsclient",
        ],
        operands: Anywhere,
        long: &["-e", "--eval", "-eval", "--expr", "-expression", "--execute", "-execute"],
        ..BASE
    },
    Interpreter { names: &["matlab"], operands: Anywhere, long: &["-r", "-batch"], ..BASE },
    Interpreter { names: &["clisp"], operands: Anywhere, long: &["-x"], ..BASE },
    Interpreter {
        names: &["guile", "racket", "gosh", "chibi-scheme"],
        text: "cep",
        values: "*",
        long: &["--eval", "--eval-string"],
        ..BASE
    },
    Interpreter { names: &["tclsh", "wish", "expect"], text: "c", ..BASE },
    Interpreter { names: &["dc"], text: "e", long: &["--expression"], ..BASE },
    Interpreter {
        names: &["awk", "gawk", "mawk", "nawk", "original-awk", "goawk"],
        text: "e",
        values: "FvfEil",
        rest: "d",
        long: &["--source"],
        operands: Text(&["-f", "--file", "-E", "--exec"]),
        ..BASE
    },
    // Debuggers and clients of databases can start a shell.
    Interpreter {
        names: &["gdb", "lldb"],
        long: &[
            "-ex",
            "--ex",
            "-iex",
            "--iex",
            "-eval-command",
            "--eval-command",
            "--init-eval-command",
            "-o",
            "--one-line",
        ],
        operands: Anywhere,
        ..BASE
    },
    Interpreter { names: &["sqlite"], long: &["-cmd", "--cmd"], operands: Anywhere, ..BASE },
    Interpreter {
        names: &["psql"],
        text: "c",
        values: "dhpUfvFRTPoL",
        long: &["--command"],
        operands: Anywhere,
        ..BASE
    },
    Interpreter {
        names: &["mysql", "mariadb"],
        text: "e",
        values: "uhPDS",
        rest: "p",
        long: &["--execute", "--init-command"],
        operands: Anywhere,
        ..BASE
    },
    Interpreter { names: &["mongosh", "mongo"], long: &["--eval"], operands: Anywhere, ..BASE },
    // Programs that hand an argument to a shell.
    Interpreter { names: &["env"], text: "S", values: "uCa", long: &["--split-string"], ..BASE },
    Interpreter {
        names: &["su", "runuser", "sg"],
        text: "c",
        values: "gGswu",
        long: &["--command", "--session-command"],
        operands: Anywhere,
        ..BASE
    },
    Interpreter { names: &["script"], text: "c", values: "EoITOBm", long: &["--command"], operands: Anywhere, ..BASE },
    Interpreter { names: &["flock"], text: "c", values: "Ew", long: &["--command"], operands: Anywhere, ..BASE },
    Interpreter { names: &["watch"], values: "nq", operands: Text(&["-x", "--exec"]), ..BASE },
    Interpreter { names: &["parallel", "hyperfine", "concurrently"], operands: Text(&[]), ..BASE },
    Interpreter { names: &["nodemon", "watchexec"], text: "x", values: "*", long: &["--exec", "--shell"], ..BASE },
    Interpreter { names: &["entr"], text: "s", ..BASE },
    Interpreter { names: &["npm"], text: "c", long: &["--call"], operands: Anywhere, ..BASE },
    Interpreter {
        names: &["npx", "pnpm", "bunx", "exec"],
        text: "c",
        values: "p",
        long: &["--call", "--shell-mode"],
        ..BASE
    },
    Interpreter { names: &["nix-shell"], long: &["--run", "--command"], operands: Anywhere, ..BASE },
    Interpreter {
        names: &["make", "gmake"],
        text: "E",
        values: "CfIlow",
        long: &["--eval"],
        operands: Anywhere,
        ..BASE
    },
    Interpreter {
        names: &["tar", "bsdtar", "gtar"],
        long: &["--to-command", "--checkpoint-action", "--use-compress-program"],
        operands: Anywhere,
        ..BASE
    },
    Interpreter { names: &["go"], long: &["-exec", "--exec", "-toolexec", "--toolexec"], operands: Anywhere, ..BASE },
    // A variable of its configuration can be a command.
    Interpreter { names: &["git"], text: "c", values: "C", ..BASE },
    Interpreter {
        names: &["git"],
        long: &["--config-env", "--exec", "--extcmd", "--upload-pack", "--receive-pack"],
        operands: Anywhere,
        subcommands: &["foreach", "filter-branch"],
        ..BASE
    },
    Interpreter {
        names: &["vi", "vim", "nvim", "view", "ex", "gvim", "vimdiff"],
        text: "cS",
        values: "uUiwWTstq",
        long: &["--cmd"],
        operands: Plus,
        ..BASE
    },
];
