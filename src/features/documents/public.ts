// Documents, for the features that have some.
export { DocumentViewer } from './document-viewer.tsx'
export { createDocumentReader } from './read-document.ts'
export { arrived, show, viewerStore } from './viewer.ts'
