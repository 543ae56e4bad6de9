import { useEffect } from 'react';
import { READY_EVENT } from './ready-event.ts';

/** The last part of a document: reports that it is hydrated. The early script then sends what it has held (U1). */
export function Ready() {
  useEffect(() => {
    document.dispatchEvent(new Event(READY_EVENT));
  }, []);
  return null;
}
