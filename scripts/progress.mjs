// The result of a run of tests, from the lines of progress-reporter.mjs.

/**
 * Counts by outcome, the names of what failed, and each test with its duration in ms. What was to run and did not end,
 * because the run was ended before, counts as failed and is named in `left`. What passed at a later try is named in
 * `retried`.
 */
export function readProgress(text) {
  // the last line of a run that was killed may be cut
  const lines = text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line)] : []))
  const tests = lines.filter(({ test }) => test !== undefined).map(({ test, state, ms }) => ({ name: test, state, ms }))
  const ended = new Set(lines.flatMap((line) => line.ended ?? []))
  const units = lines.flatMap((line) => line.units ?? [])
  const left = units.filter((unit) => !ended.has(unit))
  const broken = lines.flatMap((line) => line.broken ?? [])
  const named = (wanted) => tests.filter(({ state }) => state === wanted).map(({ name }) => name)
  const failed = [...named('failed'), ...broken]
  return {
    passed: named('passed').length,
    failed: failed.length + left.length,
    skipped: named('skipped').length,
    names: [...failed, ...left.map((name) => `not run to its end: ${name}`)],
    left,
    retried: lines.flatMap(({ test, state, retry }) => (retry && state === 'passed' ? [test] : [])),
    tests,
  }
}
