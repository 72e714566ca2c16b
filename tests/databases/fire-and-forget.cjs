/** Loaded into a server before its start. Creates promises without handlers when it receives a signal. */
process.on('SIGUSR2', () => {
  void global.strapi.db.connection.raw('SELECT 1').then();
});
process.on('SIGHUP', () => {
  void Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
});
