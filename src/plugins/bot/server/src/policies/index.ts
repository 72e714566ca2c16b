import botToken from './bot-token';

export default { 'bot-token': botToken };
