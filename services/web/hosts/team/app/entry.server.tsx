export { handleError, handleRequest as default, provideWebRequest } from '../../../design/entry-server.tsx';
