/** A site's middleware that writes a session for every visitor. */
module.exports = () => async (ctx, next) => {
  await next();
  ctx.session = { visited: true };
};
