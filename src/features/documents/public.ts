// Documents, for the features that have some.
export { DocumentViewer } from './document-viewer.tsx'
export { FileButton } from './file-button.tsx'
export { createDocumentReader } from './read-document.ts'
export { arrived, show, viewerStore } from './viewer.ts'
