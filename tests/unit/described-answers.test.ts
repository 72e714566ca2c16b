import {
  createAnswerCheck,
  type DescribedInterface,
  type Exchange,
} from '../support/described-answers';

const document: DescribedInterface = {
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          '200': {
            description: 'OK',
            headers: { ETag: { required: true, schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { id: { type: 'string' } },
                  additionalProperties: {},
                },
              },
            },
          },
        },
      },
    },
  },
  components: { headers: {}, responses: {} },
};
const check = createAnswerCheck(document);

const exchange: Exchange = {
  method: 'GET',
  path: '/api/bot/things/1',
  requestType: undefined,
  requestBody: '',
  status: 200,
  headers: { etag: '"1"' },
  body: '{"id":"1"}',
};

test('an answer as it is described is right', () => {
  expect(check(exchange)).toEqual([]);
});

test.each<[string, Partial<Exchange>]>([
  ['another type', { body: '{"id":1}' }],
  ['a key that is not described', { body: '{"id":"1","more":2}' }],
  ['no body', { body: '' }],
  ['another status', { status: 201 }],
  ['no header', { headers: {} }],
  ['a header that is not described', { headers: { etag: '"1"', sunset: 'soon' } }],
  ['another operation', { method: 'POST' }],
])('%s is not', (_what, other) => {
  expect(check({ ...exchange, ...other })).toHaveLength(1);
});
