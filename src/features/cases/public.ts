// What triage, the outbox and the app may know about cases.
export { targetsOf, type CaseDeps, type NoteDraft, type Targets } from './case-deps.ts'
export { caseHref, queueHref } from './links.ts'
export { planClose, planRecommend } from './plans.ts'
export { createQueue, type OpenSource, type Queue } from './queue.ts'
