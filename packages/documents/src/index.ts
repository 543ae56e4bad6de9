export { type DocumentsLocation, documentsUrl } from './documents-url.ts';
export { openDocumentStore } from './s3-document-store.ts';
