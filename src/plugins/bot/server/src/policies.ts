import botToken from './http/token/bot-token-policy';

export default { 'bot-token': botToken };
