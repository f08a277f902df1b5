// Runs the Apex tests against mutants: for each mutant the tests that reach its statement, until one of them fails.
import { line, parseClass } from './parse.mjs';
import { statements } from './model.mjs';
import { Runtime, coverage, eachTest } from './runner.mjs';
import { ProgramError, UnsupportedError } from './values.mjs';
import { apply } from './mutate.mjs';

export class Campaign {
  /** @param sources source by file name; @param world the org they run in */
  constructor(sources, world) {
    this.sources = sources;
    this.world = world;
    this.needs = new Map();
    this.reach();
  }

  /** Runs every test once and records the statements that it reaches. */
  reach() {
    const rt = new Runtime(this.world);
    for (const [file, source] of this.sources) rt.loadSource(source, file);
    rt.link();
    this.tests = [];
    this.failing = [];
    this.slots = new Map();
    for (const cls of rt.files) {
      const places = statements(parseClass(this.sources.get(cls.file), cls.file));
      this.slots.set(cls.file, places.map((ctx) => ({ start: ctx.start.start, end: ctx.stop.stop + 1, line: line(ctx), tests: [] })));
    }
    const clear = () => { for (const slots of rt.fileCoverage.values()) for (const slot of slots) slot.n = 0; };
    clear();
    for (const result of eachTest(rt)) {
      const index = this.tests.push({ cls: result.cls, method: result.method, steps: result.steps, file: `${result.cls}.cls` }) - 1;
      if (!result.ok) this.failing.push(`${result.cls}.${result.method}: ${result.message}`);
      for (const cls of rt.files) rt.fileCoverage.get(cls).forEach((slot, i) => slot.n && this.slots.get(cls.file)[i].tests.push(index));
      clear();
    }
    this.most = Math.max(0, ...this.tests.map((test) => test.steps));
  }

  /** Returns `caught`, `survived`, `not reached`, or `refused` if the mutant does not compile. */
  judge(mutant) {
    const tests = this.testsAt(mutant).sort((a, b) => a.steps - b.steps);
    if (!tests.length) return 'not reached';
    const changed = apply(this.sources.get(mutant.file), mutant);
    for (const group of groups(tests)) {
      const verdict = this.run(mutant.file, changed, group);
      if (verdict !== 'survived') return verdict;
    }
    return 'survived';
  }

  /** Returns the tests that run the innermost statement around a mutant. */
  testsAt({ file, start, end }) {
    const around = this.slots.get(file).filter((slot) => slot.start <= start && end <= slot.end);
    if (around.length) return around.reduce((a, b) => (b.end - b.start <= a.end - a.start ? b : a)).tests.map((i) => this.tests[i]);
    // A whole body: any test that runs a statement in it.
    const within = this.slots.get(file).filter((slot) => start <= slot.start && slot.end <= end);
    return [...new Set(within.flatMap((slot) => slot.tests))].map((i) => this.tests[i]);
  }

  run(file, changed, tests) {
    try {
      const rt = new Runtime(this.world, { coverage: false, maxSteps: 3 * this.most + 100000 });
      for (const name of this.closure([file, ...tests.map((test) => test.file)])) {
        rt.loadSource(name === file ? changed : this.sources.get(name), name);
      }
      rt.link();
      const wanted = new Set(tests.map((test) => `${test.cls}.${test.method}`));
      for (const result of eachTest(rt, (cls, m) => wanted.has(`${cls.fullName}.${m.name}`))) {
        if (result.kind === 'program' || result.kind === 'unsupported') return 'refused';
        if (!result.ok) return 'caught';
      }
      return 'survived';
    } catch (error) {
      if (error instanceof ProgramError || error instanceof UnsupportedError || error instanceof SyntaxError) return 'refused';
      throw error;
    }
  }

  /** Returns the files that these need, based on the names in them. */
  closure(files) {
    const seen = new Set();
    const visit = (file) => {
      if (seen.has(file)) return;
      seen.add(file);
      this.named(file).forEach(visit);
    };
    files.forEach(visit);
    return [...this.sources.keys()].filter((file) => seen.has(file) || file.endsWith('.labels-meta.xml'));
  }

  named(file) {
    if (!this.needs.has(file)) {
      const words = new Set(this.sources.get(file).match(/\w+/g));
      // An action is also found by the name of its blueprint.
      const names = [...words].flatMap((word) => [`${word}.cls`, `DynamicAction_${word}.cls`]);
      this.needs.set(file, names.filter((name) => this.sources.has(name)));
    }
    return this.needs.get(file);
  }

  /** Returns the percentage of the statements of `files` that the tests reach. */
  reached(file) {
    return this.slots.get(file).filter((slot) => slot.tests.length).length;
  }
}

/** Puts a few quick tests first: they catch most mutants, so the other tests are seldom loaded. */
function groups(tests) {
  return tests.length > 4 ? [tests.slice(0, 4), tests.slice(4)] : [tests];
}
export { coverage };
