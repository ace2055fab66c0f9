// A reporter for Vitest and for Playwright: writes to the file DOCKET_PROGRESS what is to run and how each test ended, a
// line of JSON each, so that of a run that was ended early it is known what was left.
import { appendFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export default class ProgressReporter {
  #file = process.env['DOCKET_PROGRESS'] ?? '.cache/progress.ndjson'

  #write(line) {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  // Vitest: a file of tests is a unit, for what is in it is known only once it is loaded

  onTestRunStart(specifications) {
    writeFileSync(this.#file, '')
    this.#write({ units: specifications.map(({ moduleId }) => relative('.', moduleId)) })
  }

  onTestCaseResult(test) {
    const { state } = test.result()
    const ms = test.diagnostic()?.duration ?? 0
    this.#write({ test: `${relative('.', test.module.moduleId)}: ${test.fullName}`, state, ms })
  }

  onTestModuleEnd(module) {
    const unit = relative('.', module.moduleId)
    // a file that does not load, or fails outside of its tests, has no failed test of its own
    const isBroken = module.errors().length > 0
    this.#write({ ended: unit, ...(isBroken && { broken: unit }) })
  }

  // Playwright: a test is a unit

  onBegin(_, suite) {
    writeFileSync(this.#file, '')
    this.#write({ units: suite.allTests().map(nameOf) })
  }

  onTestEnd(test, { status, duration, retry }) {
    // ended along with the run: it is left
    if (status === 'interrupted') return
    const state = status === 'skipped' ? 'skipped' : status === test.expectedStatus ? 'passed' : 'failed'
    // the next try decides
    if (state === 'failed' && retry < test.retries) return
    this.#write({ test: nameOf(test), state, ms: duration, ...(retry > 0 && { retry }) })
    this.#write({ ended: nameOf(test) })
  }

  onError({ message = 'an error outside of any test' }) {
    this.#write({ broken: stripVTControlCharacters(message).split('\n')[0] })
  }

  printsToStdio() {
    return false
  }
}

function nameOf(test) {
  // a path begins with the root, the project and the file
  const titles = test.titlePath().slice(3)
  return `${relative('.', test.location.file)}:${test.location.line} ${titles.join(' › ')}`
}
