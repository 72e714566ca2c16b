import removal from './removal';

export default { removal };
