import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PictureFormat } from '#app/kit/picture.ts'
import { log } from '#app/platform/log.server.ts'
import { productFolder } from '#app/platform/places.server.ts'
import type { Ids } from '#app/platform/postgres/place.server.ts'
import { thePost } from '#app/platform/processes/as-child.server.ts'
import { LineFull, turns } from '#app/platform/turns.server.ts'

// As root the product has a user of its own for the decoder of pictures: a picture that takes the decoder over can then
// neither read the product's files nor stop its processes.

/** Whom the decoder may run as, the best first. The first one is for operators who make a user for it. */
const fitting = ['harambee-pictures', 'nobody', 'www-data', 'daemon']

/** The user for the decoder, out of the system's list; empty: as ourselves, who are not root or have nobody else. */
export function decoderUser(list = people(), asRoot = process.getuid?.() === 0): Ids {
  if (!asRoot) return {}
  const users = new Map(
    list.split('\n').map((line) => {
      const [name = '', , uid, gid] = line.split(':')
      return [name, { uid: Number(uid), gid: Number(gid) }]
    }),
  )
  // Without a user of its own our Postgres runs as nobody, and its data must not be the decoder's.
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

// Pictures are decoded in a process of their own. One that asks for too much memory or time ends that process, and
// nothing else: the next picture gets a new one. See docs/decisions/0013.

type PictureCopy = { width: number; format: PictureFormat; bytes: Buffer }
/** What the decoder is asked for: the picture as it is, or a square of it, in these widths (no wider than it is) and formats. */
export type DecodingAsked = {
  bytes: Buffer
  square?: boolean
  widths: readonly number[]
  formats: readonly PictureFormat[]
}
export type MadePicture = { width: number; height: number; colour: string; copies: PictureCopy[] }

/** Why there is no picture: the file is none that we take, or too many are being sent. */
export type Unmade = 'no-picture' | 'busy'

/**
 * What a decoder may use: kilobytes of memory, of which the program itself takes 66,000 (the kernel counts), and for one
 * picture seconds of a processor (it counts itself) and milliseconds by the clock (we count).
 */
const bounds = { memory: 260_000, seconds: 10, time: 45_000 }
type Bounds = typeof bounds
/** A decoder that has nothing to do for so long ends, and after so many pictures a fresh one takes over. */
const idle = 60_000
const mostPictures = 200

/** Two would use both processors of a small machine, and the memory of both worst pictures. */
const inTurn = turns({ atOnce: 1, mostWaiting: 40, longestWait: 90_000 }, 'pictures')

/** Decodes a picture by its content and writes it anew. */
export async function decoded(asked: DecodingAsked, within: Bounds = bounds): Promise<MadePicture | Unmade> {
  try {
    return await inTurn(() => decodedNow(asked, within).finally(makeRoom))
  } catch (error) {
    if (error instanceof LineFull) return 'busy'
    throw error
  }
}

let warm: Decoder | undefined

/** Where several processes take turns, the next picture may be another's: its decoder needs the memory of this one. */
function makeRoom() {
  if (thePost()) warm?.end()
}

async function decodedNow(asked: DecodingAsked, within: Bounds): Promise<MadePicture | Unmade> {
  const before = warm
  const decoder = before?.isAlive() && within === bounds ? before : await startDecoder(within)
  warm = decoder
  const fresh = decoder !== before
  const made = await decoder.work(asked, within.time)
  // One that has done others may lack the memory that a fresh one would have: what fails there is tried once more.
  if (!fresh && isShortOfMemory(made)) {
    decoder.end()
    return decodedNow(asked, within)
  }
  if (made === 'ended' || made === 'late') {
    // Nothing of the picture is told: it may be anything.
    log.warn({ bytes: asked.bytes.length, made }, 'a picture was given up')
    return 'no-picture'
  }
  return 'refused' in made ? 'no-picture' : made
}

const isShortOfMemory = (made: Word) =>
  made === 'ended' || (typeof made === 'object' && 'refused' in made && /memory|alloc/i.test(made.refused))

/** What a decoder says of a picture, or is said of it. */
type Word = MadePicture | { refused: string } | 'ended' | 'late'
type Decoder = { isAlive(): boolean; end(): void; work(asked: DecodingAsked, time: number): Promise<Word> }

/** Whom decoders run as. As ourselves where that user can't reach the program, such as below a closed home folder. */
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
    // Nothing of our own environment: it holds every secret of the app.
    env: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    cwd: '/',
    ...user,
  })
}

const program = path.join(productFolder, 'app/platform/pictures/decoder.server.mjs')
/** Without its compiler V8 reserves no memory beyond what it uses, so the bound is exact. */
const options = ['--max-old-space-size=64', '--jitless', '--expose-gc']
/** The shell sets the bounds, which the kernel keeps, and becomes the program: memory, no core dumps, no files written. */
const limited = (memory: number) => `ulimit -d ${memory}; ulimit -c 0; ulimit -f 0; exec "$0" "$@"`

/** Whether our own process waits for it before it ends. */
function hold(child: ChildProcess, wanted: boolean) {
  for (const one of [child, child.channel]) wanted ? one?.ref() : one?.unref()
}

/** What it says next; 'ended' when it can't say any more, 'late' when it took too long. */
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
