// One request over and over; k6.py says which, how many clients or how many a second, and for how long.
import http from 'k6/http';

const body = open(__ENV.BODY, 'b');
const parameters = { headers: JSON.parse(__ENV.HEADERS) };

const rate = Number(__ENV.RATE);
const scenario = rate > 0
  ? { executor: 'constant-arrival-rate', rate: rate, timeUnit: '1s', preAllocatedVUs: 64 }
  : { executor: 'constant-vus', vus: Number(__ENV.CLIENTS) };

export const options = {
  scenarios: { all: Object.assign(scenario, { duration: __ENV.SECONDS + 's' }) },
  discardResponseBodies: true,
  summaryTrendStats: ['avg', 'p(50)', 'p(95)', 'p(99)'],
};

export default function () {
  const answer = http.post(__ENV.URL, body, parameters);
  if (answer.status !== 200) throw new Error('answered ' + answer.status);
}
