/**
 * Preloaded into every part of the local system: a part whose starter is gone, however that ended, stops in order as if
 * it had been told to, so that nothing is left behind.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

export {};
