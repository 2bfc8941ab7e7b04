import type { Answer } from '../bodies.ts'
import * as banks from './banks.ts'
import * as disputes from './disputes.ts'
import * as payments from './payments.ts'
import * as recipients from './recipients.ts'
import * as refunds from './refunds.ts'
import * as transfers from './transfers.ts'
import * as uploads from './uploads.ts'
import type { Scene } from './world.ts'

// What programs can ask for: the provider's table of contents.

type Call = {
  scene: Scene
  body: Record<string, unknown>
  asked: URLSearchParams
  /** What is in the path where the table has a star. */
  part: string
}
type Run = (call: Call) => Answer | Promise<Answer>

/** Method, path and the name that faults are set by. */
const table: [method: string, path: string, endpoint: string, run: Run][] = [
  ['POST', '/transaction/initialize', 'initialize', ({ scene, body }) => payments.initialize(scene, body)],
  ['GET', '/transaction/verify/*', 'verify', ({ scene, part }) => payments.verify(scene, part)],
  ['GET', '/transaction', 'transactions', ({ scene, asked }) => payments.list(scene, asked)],
  ['GET', '/bank', 'banks', ({ asked }) => banks.list(asked)],
  ['POST', '/transferrecipient', 'recipient', ({ scene, body }) => recipients.create(scene, body)],
  ['POST', '/transfer', 'transfer', ({ scene, body }) => transfers.send(scene, body)],
  ['GET', '/transfer', 'transfers', ({ scene, asked }) => transfers.list(scene, asked)],
  ['GET', '/transfer/verify/*', 'verify-transfer', ({ scene, part }) => transfers.verify(scene, part)],
  ['POST', '/transfer/finalize_transfer', 'finalize-transfer', ({ scene, body }) => transfers.finalize(scene, body)],
  ['GET', '/balance', 'balance', ({ scene }) => transfers.balance(scene)],
  ['POST', '/refund', 'refund', ({ scene, body }) => refunds.create(scene, body)],
  ['GET', '/refund', 'refunds', ({ scene, asked }) => refunds.list(scene, asked)],
  ['GET', '/refund/*', 'refunds', ({ scene, part }) => refunds.find(scene, part)],
  [
    ...(['POST', '/refund/retry_with_customer_details/*', 'retry-refund'] as const),
    ({ scene, part, body }) => refunds.retry(scene, part, body),
  ],
  ['GET', '/dispute', 'disputes', ({ scene, asked }) => disputes.list(scene, asked)],
  ['GET', '/dispute/*', 'dispute', ({ scene, part }) => disputes.find(scene, part)],
  ['PUT', '/dispute/*', 'update-dispute', ({ scene, part, body }) => disputes.update(scene, part, body)],
  ['PUT', '/dispute/*/resolve', 'resolve-dispute', ({ scene, part, body }) => disputes.resolve(scene, part, body)],
  ['POST', '/dispute/*/evidence', 'evidence', ({ scene, part, body }) => disputes.addEvidence(scene, part, body)],
  ['GET', '/dispute/*/upload_url', 'upload-url', ({ scene, part, asked }) => disputes.uploadUrl(scene, part, asked)],
]
const lines = table.map(([method, path, endpoint, run]) => ({
  method,
  endpoint,
  run,
  path: new RegExp(`^${path.replace('*', '([^/]+)')}$`),
}))

export const endpoints = new Set([...lines.map(({ endpoint }) => endpoint), uploads.endpoint])

export function lineFor(method: string, path: string) {
  const line = lines.find((one) => one.method === method && one.path.test(path))
  if (!line) return undefined
  return { ...line, part: decodeURIComponent(line.path.exec(path)![1] ?? '') }
}
