import { nextStep, type Run, type Step } from './steps.ts'

/** The maximum number: at two steps a second a busy server has two seconds for the facts of each. */
const READ_AHEAD = 5

/** The steps after this one, up to a maximum number: their facts are read ahead. */
export function stepsAhead<Row>(run: Run<Row>, from: Step, most = READ_AHEAD): Step[] {
  const next = most > 0 ? nextStep(run, from, 1) : null
  return next ? [next, ...stepsAhead(run, next, most - 1)] : []
}
