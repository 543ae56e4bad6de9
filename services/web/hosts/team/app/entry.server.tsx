export { handleError, handleRequest as default, provideWebRequest } from '#entry/server.tsx';
