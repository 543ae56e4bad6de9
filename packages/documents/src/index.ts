export { type DocumentPlace, type DocumentStore, DocumentStoreUnavailable } from './document-store.ts';
export { type DocumentsLocation, documentsUrl } from './documents-url.ts';
export { openDocumentStore } from './s3-document-store.ts';
