import { giveSlug } from '../../../slug-from-name';

export default { beforeCreate: giveSlug };
