import { AwsClient } from 'aws4fetch'
import { isKey, isListed, type Store } from './store.server.ts'

export type S3 = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Stands before every key: 'harambee/'. */
  prefix?: string | undefined
  /** True when the bucket is the first part of the path, false when it is part of the host's name. */
  pathStyle?: boolean
}
type Times = {
  /** Milliseconds for one try. */
  longest: number
  tries: number
  /** Milliseconds before the second try; doubled before each further one. */
  pause: number
}

/** Object storage did not do what it was asked. Names the deed and the status, never a key of ours or what it answered. */
export class StoreFault extends Error {}

/** Keeps files in a bucket of any S3-compatible object storage. */
export function s3Store(options: S3, times: Times = { longest: 15_000, tries: 4, pause: 200 }): Store {
  const { prefix = '' } = options
  const base = addressOf(options)
  // Its own retries know no time limit and count 429 only; ours stand below.
  const signer = new AwsClient({ ...options, service: 's3', retries: 0 })
  const ask = async (deed: string, method: string, path: string, body?: Buffer<ArrayBuffer>) => {
    let why = ''
    for (let nr = 1; nr <= times.tries; nr++) {
      if (nr > 1) await new Promise((go) => setTimeout(go, times.pause * 2 ** (nr - 2)))
      // Each try is signed anew: a signature knows the time.
      const asked = await signer.sign(base + path, { method, ...(body ? { body } : {}) })
      const answer = await fetch(asked, { signal: AbortSignal.timeout(times.longest), redirect: 'error' }).catch(
        (error: Error) => error.name,
      )
      if (answer instanceof Response && answer.status < 500 && answer.status !== 429) return answer
      if (answer instanceof Response) await answer.body?.cancel()
      why = answer instanceof Response ? String(answer.status) : answer
    }
    throw new StoreFault(`object storage did not ${deed}: ${why}, tried ${times.tries} times`)
  }
  const expect = async (deed: string, answer: Response) => {
    if (answer.ok) return answer
    await answer.body?.cancel()
    throw new StoreFault(`object storage refused to ${deed}: ${answer.status}`)
  }
  const place = (key: string) => {
    if (!isKey(key)) throw new Error('not a key of the store')
    return `/${prefix}${key}`
  }
  return {
    async put(key, bytes) {
      await expect('keep a file', await ask('keep a file', 'PUT', place(key), bytes as Buffer<ArrayBuffer>))
    },
    async get(key) {
      if (!isKey(key)) return undefined
      const answer = await ask('give a file', 'GET', place(key))
      if (answer.status === 404) return void (await answer.body?.cancel())
      const { body, headers } = await expect('give a file', answer)
      return { size: Number(headers.get('content-length')), body: body as ReadableStream<Uint8Array> }
    },
    async remove(key) {
      const answer = await ask('forget a file', 'DELETE', place(key))
      if (answer.status !== 404) await expect('forget a file', answer)
    },
    async *list(folder) {
      let after: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${folder}/` })
        if (after) query.set('continuation-token', after)
        const answer = await expect('list its files', await ask('list its files', 'GET', `/?${query}`))
        const page = await answer.text()
        yield* filesIn(page, prefix)
        after = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : undefined
      } while (after)
    },
  }
}

function addressOf({ endpoint, bucket, pathStyle = true }: S3): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/$/, '')
  return pathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`
}

/** A page of a listing. Our keys are letters and digits, so nothing in them is ever written as an entity. */
function* filesIn(page: string, prefix: string) {
  for (const [, file] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textIn(file!, 'Key')?.slice(prefix.length) ?? ''
    const written = new Date(textIn(file!, 'LastModified') ?? '')
    // What is not ours in the bucket is none of our business.
    if (isListed(key) && !Number.isNaN(written.getTime())) yield { key, written }
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replace(/&(\w+);/g, (all, one) => entities[one] ?? all)
