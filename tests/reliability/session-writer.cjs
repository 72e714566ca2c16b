/** A middleware of a site that remembers something of every visitor. */
module.exports = () => async (ctx, next) => {
  await next();
  ctx.session = { visited: true };
};
