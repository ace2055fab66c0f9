// The frame of the pages of Administration.
export { SectionFrame, SectionRows } from './section.tsx'
