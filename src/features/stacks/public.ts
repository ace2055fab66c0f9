// Stacks of similar rows, for the lists that fold.
export { stackCommands } from './stack-commands.ts'
export { useLookedAt } from './looked-at.ts'
export { createReviewed } from './reviewed.ts'
export { samplingQuery } from './sampling.ts'
export { OutlierTag, StackPreview } from './stack-preview.tsx'
export { commonText, similarText, stackedColumns } from './stacked-columns.tsx'
export { createStacks, treeOf, type Stacks } from './stacks.ts'
