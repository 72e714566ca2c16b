/** Loaded into a server before its start: makes promises that nobody waits for, when it is told to. */
process.on('SIGUSR2', () => {
  void global.strapi.db.connection.raw('SELECT 1').then();
});
process.on('SIGHUP', () => {
  void Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
});
