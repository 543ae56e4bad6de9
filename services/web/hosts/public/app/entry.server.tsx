export { handleError, handleRequest as default, provideWebRequest } from '#entry/server.tsx';
export { findPublicAddress } from './pages/public-address.ts';
