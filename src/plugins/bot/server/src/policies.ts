import botToken from './core/http/token/bot-token-policy';

export default { 'bot-token': botToken };
