// What allowlists may know about rules: their editors of criteria and filters, and how what is wrong is marked.
export { CriteriaEditor } from './criteria-editor.tsx'
export { criteriaToSend } from './criteria.ts'
export { FilterEditor } from './filter-editor.tsx'
export { emptyGroup } from './filter-groups.ts'
export { Faults } from './places.tsx'
export { ruleQueries } from './queries.ts'
