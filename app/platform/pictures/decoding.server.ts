import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PictureFormat } from '#app/kit/picture.ts'
import { log } from '#app/platform/log.server.ts'
import { type Ids, productFolder } from '#app/platform/postgres/place.server.ts'
import { LineFull, turns } from '#app/platform/processes/turns.server.ts'

// A separate user for the picture decoder, if the product runs as root: a picture that takes over the decoder can then
// neither read the product's files nor stop its processes.

/** The users that the decoder may run as, the best first. The first one is for operators who make a user for it. */
const fitting = ['harambee-pictures', 'nobody', 'www-data', 'daemon']

/** Chooses the decoder's user from the system's list; empty: our own user, because we are not root or there is no other. */
export function decoderUser(list = people(), asRoot = process.getuid?.() === 0): Ids {
  if (!asRoot) return {}
  const users = new Map(
    list.split('\n').map((line) => {
      const [name = '', , uid, gid] = line.split(':')
      return [name, { uid: Number(uid), gid: Number(gid) }]
    }),
  )
  // Without a user postgres our Postgres runs as nobody, and the decoder must not own its data.
  if (!users.has('postgres')) users.delete('nobody')
  const one = fitting.flatMap((name) => users.get(name) ?? []).find(({ uid, gid }) => uid > 0 && gid > 0)
  return one ?? {}
}

function people(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}

// Pictures are decoded in a separate process. A picture that needs too much memory or time ends that process, and
// nothing else: the next picture gets a new one. See docs/develop/decisions/0008.

type PictureCopy = { width: number; format: PictureFormat; bytes: Buffer }
/** A request to the decoder: the picture as it is, or a square of it, in these widths (no wider than it is) and formats. */
export type DecodingAsked = {
  bytes: Buffer
  square?: boolean
  widths: readonly number[]
  formats: readonly PictureFormat[]
}
export type MadePicture = { width: number; height: number; colour: string; copies: PictureCopy[] }

/** The reason why there is no picture: the file is not one we accept, or too many are being sent. */
export type Unmade = 'no-picture' | 'busy'

/**
 * The decoder's limits: kilobytes of memory, of which the program itself takes 66,000 (the kernel counts), and for one
 * picture seconds of processor time (it counts itself) and milliseconds of real time (we count).
 */
const bounds = { memory: 260_000, seconds: 10, time: 45_000 }
type Bounds = typeof bounds
/** The time after which an idle decoder ends, and the number of pictures after which a new one takes over. */
const idle = 60_000
const mostPictures = 200

/** Two would use both processors of a small machine, and the memory of both worst pictures. */
const inTurn = turns({ atOnce: 1, mostWaiting: 40, longestWait: 90_000 })

/** Decodes a picture by its content and encodes it again. */
export async function decoded(asked: DecodingAsked, within: Bounds = bounds): Promise<MadePicture | Unmade> {
  try {
    return await inTurn(() => decodedNow(asked, within))
  } catch (error) {
    if (error instanceof LineFull) return 'busy'
    throw error
  }
}

let warm: Decoder | undefined

async function decodedNow(asked: DecodingAsked, within: Bounds): Promise<MadePicture | Unmade> {
  const before = warm
  const decoder = before?.isAlive() && within === bounds ? before : await startDecoder(within)
  warm = decoder
  const fresh = decoder !== before
  const made = await decoder.work(asked, within.time)
  // A used decoder may lack memory that a new one would have: a failure there is tried once more.
  if (!fresh && isShortOfMemory(made)) {
    decoder.end()
    return decodedNow(asked, within)
  }
  if (made === 'ended' || made === 'late') {
    // Nothing of the picture is logged: it may be anything.
    log.warn({ bytes: asked.bytes.length, made }, 'a picture was given up')
    return 'no-picture'
  }
  return 'refused' in made ? 'no-picture' : made
}

const isShortOfMemory = (made: Word) =>
  made === 'ended' || (typeof made === 'object' && 'refused' in made && /memory|alloc/i.test(made.refused))

/** The decoder's answer for a picture, or how it failed. */
type Word = MadePicture | { refused: string } | 'ended' | 'late'
type Decoder = { isAlive(): boolean; end(): void; work(asked: DecodingAsked, time: number): Promise<Word> }

/** The decoders' user. Our own if that user can't reach the program, such as below a closed home folder. */
let user = decoderUser()

async function startDecoder(within: Bounds): Promise<Decoder> {
  const child = spawnDecoder(within)
  let pictures = 0
  let resting: NodeJS.Timeout | undefined
  const first = await nextWord(child, 15_000)
  if (first !== 'ready') {
    child.kill('SIGKILL')
    if (user.uid === undefined) throw new Error(`the decoder of pictures did not start: ${JSON.stringify(first)}`)
    log.warn(
      { uid: user.uid },
      'the decoder of pictures does not run as a user of its own: it can not reach the program',
    )
    user = {}
    return startDecoder(within)
  }
  hold(child, false)
  return {
    isAlive: () => child.connected && !child.killed && pictures < mostPictures,
    end: () => child.kill('SIGKILL'),
    async work(asked: DecodingAsked, time: number): Promise<Word> {
      clearTimeout(resting)
      pictures++
      hold(child, true)
      child.send(asked, () => {})
      const word = await nextWord(child, time)
      hold(child, false)
      if (word === 'late' || pictures >= mostPictures) child.kill('SIGKILL')
      resting = setTimeout(() => child.kill('SIGKILL'), idle).unref()
      return word as Word
    },
  }
}

function spawnDecoder({ memory, seconds }: Bounds): ChildProcess {
  return spawn('/bin/sh', ['-c', limited(memory), process.execPath, ...options, program, String(seconds)], {
    serialization: 'advanced',
    // Without our own environment: it holds every secret of the app.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    cwd: '/',
    ...user,
  })
}

const program = path.join(productFolder, 'app/platform/pictures/decoder.server.mjs')
/** Without its compiler V8 reserves no memory beyond what it uses, so the bound is exact. */
const options = ['--max-old-space-size=64', '--jitless', '--expose-gc']
/** The shell sets the limits, which the kernel enforces, and then becomes the program: memory, no core dumps, no files written. */
const limited = (memory: number) => `ulimit -d ${memory}; ulimit -c 0; ulimit -f 0; exec "$0" "$@"`

/** Sets whether our own process waits for the child before it ends. */
function hold(child: ChildProcess, wanted: boolean) {
  for (const one of [child, child.channel]) wanted ? one?.ref() : one?.unref()
}

/** Returns its next message; 'ended' when it can't send any more, 'late' when it took too long. */
function nextWord(child: ChildProcess, time: number): Promise<unknown> {
  return new Promise((resolve) => {
    const end = (word: unknown) => {
      clearTimeout(timer)
      child.off('message', end).off('exit', gone).off('error', gone)
      resolve(word)
    }
    const gone = () => end('ended')
    const timer = setTimeout(() => end('late'), time)
    child.on('message', end).once('exit', gone).once('error', gone)
    if (!child.connected) gone()
  })
}
