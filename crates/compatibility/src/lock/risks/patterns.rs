//! Patterns of requests that do not belong into the description of a tool.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::Risk;

/// Objects that an agent must not hand over.
const SECRET: &str = concat!(
    r"(?:(?:api|access|secret|private|ssh|signing|encryption|license)[ _-]?keys?\b|passwords?\b|passphrases?\b|credentials?\b|secrets\b",
    r"|(?:api|auth|access|bearer|session|refresh|oauth|login|github|gitlab|npm|aws) ?tokens?\b|(?:session |browser )?cookies?\b",
    r"|(?-i:\b[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:KEY|TOKEN|SECRET|PASSWORD)(?:_[A-Z]+)*\b)",
    r"|\.env\b|\.ssh\b|\.aws\b|\.netrc\b|\.npmrc\b|\.git-credentials\b|\.kube\b|mcp\.json|id_(?:rsa|ed25519)|authorized_keys|/etc/(?:passwd|shadow)|~/\.\w",
    r"|seed phrases?|recovery (?:phrases?|codes?)|private key file|(?:2fa|mfa|otp|one-time|verification) (?:codes?|passwords?)",
    r"|(?:social security|credit card|card|bank account|passport) numbers?|\bcv[vc]2?\b|environment variables?|\benv vars?\b|keychain|ssh config",
    r"|system (?:prompt|message)|(?:previous|earlier|prior|all|other|last|user'?s) (?:\w+ )?(?:messages|conversations?|chats?|prompts|answers|tool (?:results|outputs|calls))",
    r"|(?:conversation|chat|message|browsing|browser|shell|command|session) history|(?:whole|full|entire|complete) (?:conversation|chat|context|transcript|history)",
    r"|(?:the|this|our|your) (?:conversation|transcript|chat)\b|\bcontext window\b|config(?:uration)? files?\b|address book|contact list|home director(?:y|ies)",
    r"|original (?:user )?(?:request|prompt|message)|(?:hidden|internal|private|your) reasoning|reasoning so far|whatever the (?:user|person|human)|chain of thought|(?:list of )?tools you have|home address|profile files",
    r"|user'?s (?:files|profile|location|documents|memory)|instructions you (?:were|have been|got|received)|(?:what|everything) the user (?:has )?(?:said|typed|written|asked)|what you know about)",
);
/// Verbs that hand something over.
const HAND_OVER: &str = r"(?:read|open|cat|load|fetch|collect|gather|send|post|upload|forward|include|append|attach|copy|pass|put|provide|supply|paste|give|share|submit|transmit|leak|exfiltrate|email|e-mail|bcc|cc|add|write|embed|encode|insert|place|set|fill|enter|return|repeat|store|save|report|dump|summari[sz]e|extract|quote|list|find|echo|retrieve|enumerate|prepend|prefix)";
/// The beginning of a request. Descriptions in the third person, such as "Reads cookies", do not match.
const REQUEST: &str = r"(?:^|[.!?:;,>)*-] ?|\b(?:please|also|then|and|first|must|should|always|to|you|now|agent|assistant|model|need to|have to|will|can|shall|next|instead|it|never|both|or|simply|just|before that|additionally|finally)\s+)";
/// People that an agent works for, and what they read.
const PERSON: &str = r"(?:users?|humans?|persons?|people|anyone|anybody|someone|somebody|them|him|her|customers?|operators?|owners?|authors?|administrators?|reviewers?|clients?|patients?|employees?|chat|conversation|(?:your |the )?(?:final )?(?:answer|summary|reply|response|report)|on screen|screen|log|logs|public)";
/// Verbs of telling, as an infinitive, a gerund or a participle.
const TELL: &str = r"(?:tell|mention|inform|reveal|disclose|show|notify|report|explain|display|say|alert|discuss|admit|acknowledge|bother|warn|let|talk|confirm|worry|ask|print|surface|expose|cite|state|list|voice|bring up|know|see|notice|learn|share)(?:ing|ling|ning|ting|d|ed|n|s)?|telling|mentioning|told|shown|known|seen|voiced|brought up|disclosing|revealing|listed|learnt|informed|notified|shared";

/// The patterns, each with its risk. Names in capitals are those above; `HAND` is a request to hand something over.
const PATTERNS: &[(Risk, &str)] = &[
    // Secrets.
    (Risk::Secret, r"HAND\b[^.\n]{0,80}?SECRET"),
    (
        Risk::Secret,
        r"\b(?:contents?|text|values?|copy|lines|rows|entries|number|rest) of (?:the |your |any |all |every |an? )?(?:user'?s )?[^.\n]{0,30}?SECRET",
    ),
    (
        Risk::Secret,
        r"SECRET[^.\n]{0,40}\b(?:goes?|belongs?|comes?|must be|should be|has to be|have to be|is to be|are to be) (?:to|into|in|as|at|before|after|appended|passed|included|sent|put|read|added|copied|provided|attached|supplied|here)\b",
    ),
    (
        Risk::Secret,
        r"\b(?:requires?|needs?|wants?|expects?|asks? for|(?:must|should) (?:contain|hold|have|carry)|contains|holds|followed by|preceded by|together with|along with) (?:the |your |an? |all |any )?(?:user'?s |agent'?s |current |raw |full |plain ?text |project'?s )*SECRET",
    ),
    // Instructions of another speaker.
    (
        Risk::Instruction,
        r"<[ /]*(?:important|system|instructions?|secret|admin|hidden|assistant|override|critical|developer|user|im_start|inst)\b[^>]*>|\[/?(?:inst|system|important|admin|override)\]",
    ),
    (
        Risk::Instruction,
        r"(?:^|[.!] ?)(?:system|assistant|developer|admin|attention agents?|note to (?:the )?(?:agent|model|assistant|ai|llm)|(?:ai|llm)s?) ?:",
    ),
    (
        Risk::Instruction,
        r"\b(?:ignore|disregard|forget|override|bypass|skip|outranks?|overrules?|trumps?|overrides?)\b.{0,40}\b(?:previous|prior|above|earlier|other|all|any|system|safety|user'?s?|your|these|those|the)\b.{0,30}\b(?:instructions?|prompts?|guidelines?|polic(?:y|ies)|warnings?|safeguards?|restrictions?|confirmations?|approvals?|constraints?|told|choice|wishes|request of the user)\b",
    ),
    (
        Risk::Instruction,
        r"\bignore what\b|\bforget everything\b|\bignore (?:the )?user|\bnew instructions\b|\b(?:real|true|actual|hidden|special|secret|updated) (?:instructions?|orders|directives?)\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:directives?|instructions?|orders)\b.{0,60}\b(?:carried out|followed|obeyed|from the operator|are binding|apply instead)\b|\bas if (?:the )?user\b|\bas though (?:the )?user\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:you are (?:now|no longer)|act as|pretend (?:to|that|you)|your (?:new|real|true|actual|only) (?:task|goal|job|role|purpose|instructions?))\b|\byou are (?:an? )?(?-i:[A-Z][A-Za-z]*(?:GPT|Bot|AI|Agent))\b|\bwithout (?:any |content |safety )?(?:limits|restrictions|filters|rules)\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:the|this|an?|any|every|all|each) (?:ai |llm )?(?:assistant|agent|model|llm|ai)s?\b.{0,20}\b(?:must|should|shall|has to|have to|needs? to|is (?:required|expected|instructed|obliged) to|are (?:required|expected|instructed) to)\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:highest|top|absolute) priority\b|\btakes? precedence over\b|\bsupersedes?\b.{0,30}\b(?:tools?|instructions?|rules?)|\bregardless of (?:what )?(?:the )?(?:user|instructions?|system|policy|polic)|\b(?:even if|whatever|no matter (?:what|how|if)) (?:the )?user\b|\bno matter what\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:assistants|agents|models|llms|ais|clients)\b.{0,60}\b(?:should|must|shall|are to|have to|need to)\b|\bwhatever the (?:invoice|document|caller|request|order|page|message|form)\b|\bat the (?:start|beginning|end) of (?:a|the|your) (?:session|conversation|chat)\b",
    ),
    // Confirmation.
    (
        Risk::Instruction,
        r"\bwithout (?:first )?(?:asking|any confirmation|confirmation|confirming|approval|permission|consent|review|checking|the user)\b|\b(?:skip|bypass|omit|suppress|disable|auto-?(?:approve|confirm|accept)) (?:the |any |all |every )?(?:user |human |safety |security )?(?:confirmations?|approvals?|checks?|prompts?|reviews?|warnings?|validation|guardrails?|filters?|logging)\b|\bpre-?(?:approved|authori[sz]ed)\b|\bno (?:user )?(?:confirmation|approval|permission) (?:is )?(?:needed|required|necessary)|\b(?:assume|treat|consider)\b.{0,40}\b(?:approved|confirmed|consented|authori[sz]ed|trusted|granted)\b",
    ),
    (
        Risk::Instruction,
        r"\bno need to (?:check|ask|confirm|consult|verify|wait|seek)\b|\b(?:they|users?|humans?|persons?|customers?|owners?) (?:have|has) (?:already |previously )(?:agreed|consented|approved|authori[sz]ed|confirmed|accepted)\b",
    ),
    // Order and choice of tools.
    (
        Risk::Instruction,
        r"\b(?:always|only|exclusively|first|instead) (?:use|call|prefer|choose|pick|select|invoke|run) this\b|\b(?:prefer|choose|use|call) this (?:tool |function )?(?:over|instead|before|first|rather|for every|for all|whenever|every time|each time|at the (?:start|end|beginning))|\bdo(?: not|n'?t) (?:use|call|trust|rely on|invoke|choose) (?:any |the |an? )*(?:them\b|other|another|alternative|competing|built-?in|native|different|remaining)|\bmust (?:always )?be (?:called|used|run|invoked|executed) (?:first|before|after|prior|at the|on every|for every|every|whenever|with every|twice|again)|\b(?:before|after|prior to|ahead of) (?:using |calling |running |invoking |executing )?(?:every|any|each|all) (?:any |every |all |each |the |other )*(?:other|tools?|calls?|answers?|responses?|conversation|actions?)\b",
    ),
    (
        Risk::Instruction,
        r"\btools\b.{0,30}\b(?:outdated|unreliable|broken|insecure|unsafe|compromised|tampered|untrustworthy|wrong)\b|\btampered\b|\btrust only\b|\b(?:results?|outputs?|answers?) of\b.{0,60}\b(?:thrown away|discarded|ignored|not be trusted)\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:in|to|at the end of|with|at the (?:start|beginning|end) of) (?:every|each|all|any) (?:of your |subsequent |following |future |further |later |next )*(?:answers?|repl(?:y|ies)|response to the user|messages? to the user|e-?mails? (?:you|that you)|future|conversations?|sessions?|chats?|outputs? you)\b|\bfrom now on\b|\b(?:for|in) the (?:rest|remainder) of (?:the|this) (?:conversation|session|chat)|\bin (?:all )?(?:future|subsequent|later) (?:calls|conversations|sessions|turns|answers|steps)\b|\bremember (?:to|that|this)\b.{0,40}\b(?:always|later|future|session|conversation|every)\b|\bwhile this (?:server|tool) is\b",
    ),
    // Answers.
    (
        Risk::Instruction,
        r"\bwhen(?:ever)? you (?:sum up|summari[sz]e|answer|present|reply|respond|report|write up|explain|talk)\b|\bin (?:your|its) (?:final )?(?:answer|summary|reply|response)s?\b.{0,60}\b(?:put|name|leave|describe|recommend|praise|add|include|say)\b|\b(?:put|name|leave|describe|recommend|praise|add|include|say)\b.{0,60}\bin (?:your|its) (?:final )?(?:answer|summary|reply|response)s?\b|\b(?:always|must) (?:end|approve|recommend|agree|accept|praise) ",
    ),
    // Commands.
    (
        Risk::Instruction,
        r"\b(?:curl|wget|bash -c|sh -c|powershell|sudo|rm -rf|chmod|eval\(|exec\(|nc -e|base64 (?:-d|--decode)|pip install|npm install|npx|crontab|osascript|invoke-expression|git config --global|sslverify|grant all)\b|\.git/hooks|branch protection|(?:admin|root|owner) (?:role|rights|access)|\.bashrc|\.zshrc|\.profile\b|autostart",
    ),
    (
        Risk::Instruction,
        r"\b(?:when|whenever|if|once|each time|every time|before|after)\b.{0,60}\b(?:you|the agent|the assistant|the model)\b.{0,60}\b(?:also|first|then|additionally|instead|must|silently|secretly)\b.{0,60}\b(?:send|transfer|forward|copy|upload|post|delete|write|buy|order|pay|book|approve|grant|create|change|modify|replace|recommend|redirect|bcc|cc|add|run|execute|call|remove|disable)\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:transfer|send|wire|pay|move|refund|buy|purchase)\b.{0,40}\b(?:all (?:the )?(?:funds|money|balance)|bitcoin|btc|eth\b|wallet|gift cards?)\b|\b(?:recommend|advertise|promote|praise|endorse|favou?r)\b.{0,30}\b(?:our|only|this vendor|brand|product|partner|competitors?)\b|\b(?:delete|wipe|erase|drop|truncate|destroy)\b.{0,20}\b(?:all|every|entire|the (?:whole|database|repository|disk|backups?|logs?|audit))\b.{0,40}\b(?:first|before|afterwards|then|when|also|now)\b|(?:^|[.!] ?)(?:first|then|also|now|afterwards),? (?:delete|wipe|erase|drop|disable|grant|approve|escalate|chmod|install|download|upload|forward|send)\b",
    ),
    (
        Risk::Instruction,
        r"\binstead of the (?:one|value|address|account|recipient|number|iban|amount|name)s?\b(?: that (?:was|is|were|are))? (?:given|named|asked|requested|typed|entered|the user|they|he|she|you)\b",
    ),
    (
        Risk::Instruction,
        r"\b(?:forwarded|mirrored|copied|uploaded|reported|shared|submitted|leaked|streamed|synced|sent)\b.{0,30}\b(?:to|with) (?:an? |our |the |another )?(?:external|public|third|partner|outside|foreign|unknown|vendor)\b",
    ),
    // Concealment.
    (
        Risk::Concealment,
        r"\b(?:do not|don'?t|never|must not|mustn'?t|should not|shouldn'?t|cannot|can'?t|may not|need not|needn'?t|avoid|refrain from|no need to|without|not to|is not to be|are not to be|not be|instead of) (?:ever |even |explicitly |first |be )?(?:TELL)\b.{0,40}\b(?:PERSON\b|this (?:step|call|instruction|action|note|text|fact|rule|parameter|argument|to)|these (?:steps|instructions)|it (?:to|in|aloud)|that (?:you|this|it)|visible)",
    ),
    (
        Risk::Concealment,
        r"\bPERSON\b.{0,30}\b(?:must|should|need|do|does|have|has|will|can|may|is|are)(?: not|n'?t| never)(?: need to| have to| to)? (?:be )?(?:TELL|aware|bothered|involved)\b|\b(?:should|must|stay|remain|kept|keep)\b.{0,20}\b(?:unaware|in the dark|uninformed)\b",
    ),
    (
        Risk::Concealment,
        r"\b(?:secretly|covertly|stealthily|discreetly|surreptitiously|unnoticed|behind the (?:scenes|user'?s back)|invisibl[ey] to|invisible (?:participant|attendee|recipient|member|user|copy)|hidden from (?:the )?PERSON|tell(?:ing)? (?:nobody|no one)|between us|out of (?:view|sight)|under wraps|keep (?:this|it|these|that|them)\b.{0,20} (?:secret|hidden|confidential|private|to yourself|internal|quiet|between)|keep (?:this|it|these|that|them|\w+) out of (?:the |your |any |every)?(?:thing|answer|summary|log|report|reply|response|chat|sight)|without (?:the )?users? (?:knowing|noticing|seeing|being)|without (?:telling|informing|notifying|mentioning|alerting|showing|disclosing|listing them|naming (?:it|them))|omit (?:this|it|these|the call|the step) from|leav(?:e|ing) (?:this|it|these|that|them|the \w+|out)\b.{0,60}\bout\b|leave out\b.{0,60}\b(?:and|which|that|from|it)\b|pretend (?:that )?(?:nothing|it|this|the)|describe\b.{0,40}\bto (?:the )?(?:user|operator|human|customer|owner) as|(?:remove|delete|erase|clear|strip) (?:this|these|the|any|all|every)? ?(?:traces?|logs?|log entr(?:y|ies)|history|evidence|audit \w+)|only confuse|would (?:only |just )?(?:worry|confuse|alarm|upset))\b",
    ),
    (
        Risk::Concealment,
        r"\b(?:silently|quietly) (?:and |send|forward|copy|upload|post|include|append|attach|read|collect|add|run|call|delete|install|transfer|share|write|execute|replace|change|redirect|pass|log in)s?\b|\b(?:claim|say|state|tell (?:the )?(?:user|them)|report(?: to the user)?) that (?:it|the|this|everything|all|you|nothing)\b.{0,40}\b(?:fail(?:ed|s)?|succeed(?:ed|s)?|fine|required|necessary|routine|safe|mandatory|normal|optional|error)\b|\b(?:if|when|should) (?:someone |anyone |the user |you |anybody |a user |they )?(?:is |are )?(?:asked?|asks?|wonders?|inquires?|complains?|questioned)\b.{0,80}\b(?:answer (?:no|that|with)|say|deny|explain|claim|tell|blame|change the subject)\b|\b(?:stays?|remains?|kept) transparent\b",
    ),
];

static COMPILED: LazyLock<Vec<(Risk, Regex)>> = LazyLock::new(|| {
    let request = format!("{REQUEST}{HAND_OVER}");
    let compile = |(risk, pattern): &(Risk, &str)| {
        let pattern =
            pattern.replace("PERSON", PERSON).replace("TELL", TELL).replace("HAND", &request).replace("SECRET", SECRET);
        (*risk, Regex::new(&format!("(?i){pattern}")).expect("a test compiles every pattern"))
    };
    PATTERNS.iter().map(compile).collect()
});

static A_SECRET: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&format!("(?i){SECRET}|/root/|^[~/][^ ]*/\\.\\w")).expect("a test compiles it"));

/// The beginning of a sentence that forbids to hand something over, up to what must not be handed over.
static FORBIDS: LazyLock<Regex> = LazyLock::new(|| {
    let verbs = "include|send|pass|put|provide|share|enter|add|use|submit|contain|paste|write|store|log|expose";
    let middle = r"(?:[\w'’-]+,? |e\.g\. |\()*$";
    let pattern = format!(
        r"(?i)(?:^|[.!?:;] ?)(?:please |you |it )?(?:do not|don['’]?t|never|must not|should not) (?:ever )?(?:{verbs}) {middle}"
    );
    Regex::new(&pattern).expect("a test compiles it")
});

/// Words after which a sentence that began by forbidding something may ask for it.
static ASKS_AFTER_ALL: LazyLock<Regex> = LazyLock::new(|| {
    let words = "without|unless|except|but|instead|until|before|rather|than|and|then|forget|anything|nothing|only|if|when|where|other";
    Regex::new(&format!(r"(?i)\b(?:{words})\b")).expect("a test compiles it")
});

/// Returns the first secret that a description mentions, unless its sentence forbids to hand it over.
pub(super) fn secret(text: &str) -> Option<&str> {
    let is_forbidden = |found: &regex::Match<'_>| {
        let before = FORBIDS.find(&text[..found.start()]);
        before.is_some_and(|before| !ASKS_AFTER_ALL.is_match(before.as_str()))
    };
    A_SECRET.find_iter(text).find(|found| !is_forbidden(found)).map(|found| found.as_str())
}

/// Returns the risks of a plain description, each with the words that match.
pub(super) fn matches(text: &str) -> impl Iterator<Item = (Risk, &str)> {
    COMPILED.iter().flat_map(move |(risk, pattern)| pattern.find_iter(text).map(|found| (*risk, found.as_str().trim())))
}

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = concat!(
        r"(?i)\b[a-z][a-z0-9+.-]*://[^\s<>\x22'`)\]]*(?:\[[0-9a-f:]+\])?|\b(?:data:[a-z]+/[a-z]+;|javascript:|mailto:)",
        r"|\b[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b|\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b|\[?\b(?:[0-9a-f]{1,4}:){2,7}(?::?[0-9a-f]{1,4})+\b",
        r"|\b(?:[0-9a-f]{1,4}:){1,6}(?::[0-9a-f]{1,4}){1,6}\b",
        r"|\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|ai|app|co|xyz|ru|cn|info|biz|me|sh|cloud|site|online|top|click|link|tk|example|onion|test|de|uk|fr|eu)\b",
    );
    Regex::new(pattern).expect("a test compiles it")
});

/// Returns the addresses of a description: hosts of URLs, hosts by themselves, IP addresses and e-mail addresses.
pub(super) fn addresses(text: &str) -> BTreeSet<String> {
    let is_address =
        |found: &regex::Match<'_>| !(is_reserved(host(found.as_str())) && is_example(&text[..found.start()]));
    let found = ADDRESS.find_iter(text).filter(is_address);
    found.map(|found| host(found.as_str()).to_ascii_lowercase()).filter(|one| !is_local(one)).collect()
}

/// Returns the part of an address that decides where something is sent.
fn host(address: &str) -> &str {
    let Some((_, rest)) = address.split_once("://") else { return address.trim_end_matches('.') };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest[..end].trim_end_matches(['.', ',', ';', ':']);
    if host.is_empty() { address } else { host }
}

/// Returns whether an address is reserved for documentation.
fn is_reserved(address: &str) -> bool {
    let host = address.rsplit('@').next().unwrap_or(address).to_ascii_lowercase();
    ["example.com", "example.org", "example.net"].iter().any(|one| host == *one || host.ends_with(&format!(".{one}")))
}

/// Returns whether the description before a value says that an example follows.
fn is_example(before: &str) -> bool {
    let before =
        before.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '.').to_ascii_lowercase();
    let words = [
        "e.g.",
        "e.g",
        "such as",
        "like",
        "example",
        "the examples",
        "for instance",
        "z. b.",
        "z.b.",
        "par exemple",
        "ejemplo",
        " format",
        "form",
    ];
    words.iter().any(|word| before.ends_with(word))
}

/// Returns whether an address is this machine or a standard that is only named.
fn is_local(address: &str) -> bool {
    let host =
        address.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(address, |(host, _)| host);
    ["localhost", "127.0.0.1", "0.0.0.0", "json-schema.org", "schema.org"].contains(&host)
}

static HIDDEN: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        r"(?s)<!--.*?(?:-->|$)",
        // Encoded data: long, and with letters of both cases and digits.
        r"\b[A-Za-z0-9+/_-]{48,}={0,2}",
        r"(?i)\b[0-9a-f]{80,}\b",
        r"[ \t]{60,}\S|(?:\r?\n[ \t]*){12,}\S|(?i)<[^>]*\b(?:display: ?none|font-size: ?0|color: ?white|hidden)\b[^>]*>|\[//\]: ?#",
    ]
    .map(|pattern| Regex::new(pattern).expect("a test compiles it"))
});

/// Returns the start of a part that rendered description does not show, or that no reader can read.
pub(super) fn hidden_markup(text: &str) -> Option<String> {
    let is_readable = |found: &str| {
        let has = |is: fn(&char) -> bool| found.chars().any(|letter| is(&letter));
        !(has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase) && has(char::is_ascii_digit))
    };
    let found = HIDDEN.iter().enumerate().find_map(|(index, pattern)| {
        pattern.find_iter(text).map(|found| found.as_str()).find(|found| index != 1 || !is_readable(found))
    })?;
    let start: String = found.trim_start().chars().take(40).collect();
    Some(if start.is_empty() { "white space".to_owned() } else { start })
}
