import type { Answer } from './answers.ts'
import * as banks from './banks.ts'
import * as disputes from './disputes.ts'
import * as payments from './payments.ts'
import * as recipients from './recipients.ts'
import * as refunds from './refunds.ts'
import * as transfers from './transfers.ts'
import * as uploads from './uploads.ts'
import type { The } from './world.ts'

// What programs can ask for: the provider's table of contents.

type Call = {
  the: The
  body: Record<string, unknown>
  asked: URLSearchParams
  /** What is in the path where the table has a star. */
  part: string
}
type Run = (call: Call) => Answer | Promise<Answer>

/** Method, path and the name that faults are set by. */
const table: [method: string, path: string, endpoint: string, run: Run][] = [
  ['POST', '/transaction/initialize', 'initialize', ({ the, body }) => payments.initialize(the, body)],
  ['GET', '/transaction/verify/*', 'verify', ({ the, part }) => payments.verify(the, part)],
  ['GET', '/transaction', 'transactions', ({ the, asked }) => payments.list(the, asked)],
  ['GET', '/bank', 'banks', ({ asked }) => banks.list(asked)],
  ['POST', '/transferrecipient', 'recipient', ({ the, body }) => recipients.create(the, body)],
  ['POST', '/transfer', 'transfer', ({ the, body }) => transfers.send(the, body)],
  ['GET', '/transfer', 'transfers', ({ the, asked }) => transfers.list(the, asked)],
  ['GET', '/transfer/verify/*', 'verify-transfer', ({ the, part }) => transfers.verify(the, part)],
  ['POST', '/transfer/finalize_transfer', 'finalize-transfer', ({ the, body }) => transfers.finalize(the, body)],
  ['GET', '/balance', 'balance', ({ the }) => transfers.balance(the)],
  ['POST', '/refund', 'refund', ({ the, body }) => refunds.create(the, body)],
  ['GET', '/refund', 'refunds', ({ the, asked }) => refunds.list(the, asked)],
  ['GET', '/refund/*', 'refunds', ({ the, part }) => refunds.find(the, part)],
  [
    ...(['POST', '/refund/retry_with_customer_details/*', 'retry-refund'] as const),
    ({ the, part, body }) => refunds.retry(the, part, body),
  ],
  ['GET', '/dispute', 'disputes', ({ the, asked }) => disputes.list(the, asked)],
  ['GET', '/dispute/*', 'dispute', ({ the, part }) => disputes.find(the, part)],
  ['PUT', '/dispute/*', 'update-dispute', ({ the, part, body }) => disputes.update(the, part, body)],
  ['PUT', '/dispute/*/resolve', 'resolve-dispute', ({ the, part, body }) => disputes.resolve(the, part, body)],
  ['POST', '/dispute/*/evidence', 'evidence', ({ the, part, body }) => disputes.addEvidence(the, part, body)],
  ['GET', '/dispute/*/upload_url', 'upload-url', ({ the, part, asked }) => disputes.uploadUrl(the, part, asked)],
]
const lines = table.map(([method, path, endpoint, run]) => ({
  ...{ method, endpoint, run },
  path: new RegExp(`^${path.replace('*', '([^/]+)')}$`),
}))

export const endpoints = new Set([...lines.map(({ endpoint }) => endpoint), uploads.endpoint])

export function lineFor(method: string, path: string) {
  const line = lines.find((one) => one.method === method && one.path.test(path))
  if (!line) return undefined
  return { ...line, part: decodeURIComponent(line.path.exec(path)![1] ?? '') }
}
