import { EventEmitter } from 'node:events';
import type { Logger } from '@gatehouse/runtime';
import { describe, expect, test } from '@jest/globals';
import { trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Request, Response } from 'express';
import { DocumentReport } from './document-report.ts';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
);

describe('the report of a document', () => {
  test.each([
    ['code', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'ECONNRESET'],
    ['name', new TypeError('x'), 'TypeError'],
  ])('has the %s of the error with which its rendering failed', (_what, error, type) => {
    exporter.reset();
    const request = { method: 'GET', path: '/jobs', get: () => undefined } as unknown as Request;
    const response = Object.assign(new EventEmitter(), { statusCode: 500 }) as unknown as Response;
    const report = new DocumentReport(request, response, {
      name: 'public',
      log: { error: () => undefined } as unknown as Logger,
      metrics: { record: () => undefined },
      trustTraceparent: false,
    });
    report.listeners().onRenderError(error);
    response.emit('close');
    expect(exporter.getFinishedSpans()).toMatchObject([{ attributes: { 'error.type': type } }]);
  });
});
