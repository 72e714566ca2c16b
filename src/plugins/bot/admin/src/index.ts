export default {
  register() {},
};
