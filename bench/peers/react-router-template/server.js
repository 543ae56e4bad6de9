/** React Router's template for Express with nothing added: no session, no headers, no compression, no log, no trace. */
import { createRequestHandler } from '@react-router/express';
import express from 'express';
import * as build from './build/server/index.js';

const app = express();
app.disable('x-powered-by');
app.use(
  '/assets',
  express.static(`${import.meta.dirname}/build/client/assets`, { immutable: true, maxAge: '1y' }),
);
app.get('/livez', (_request, response) => response.json({ status: 'ok' }));
app.use(createRequestHandler({ build }));

app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
