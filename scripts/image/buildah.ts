import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { quickFolder } from '#test/quick-disk.ts'

// buildah makes and starts images without a service beside it. What it stores lies in a folder of its own, gone at the end.

/** A command that failed, with the end of what it wrote. */
class Failed extends Error {}

/** Runs a program to its end; answers with what it wrote to its output. */
export async function run(program: string, words: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(program, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', all: '' }
  child.stdout.on('data', (text: Buffer) => {
    said.out += text
    said.all += text
  })
  child.stderr.on('data', (text: Buffer) => (said.all += text))
  const status = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  if (status !== 0) throw new Failed(`${program} ${words[0]} failed (${status}):\n${said.all.slice(-4000)}`)
  return said.out.trim()
}

export type Buildah = {
  /** The words before every command: where it stores, and how. */
  words: string[]
  /** Runs one command of buildah. */
  do: (...words: string[]) => Promise<string>
  /** Deletes everything it stored. */
  end: () => Promise<void>
}

/** A storage in memory, where there is enough of it. */
export async function openBuildah(): Promise<Buildah> {
  const folder = quickFolder('harambee-image-')
  const end = async (words: string[]) => {
    await run('buildah', [...words, 'umount', '--all']).catch(() => {})
    await run('buildah', [...words, 'rm', '--all']).catch(() => {})
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  for (const driver of ['overlay', 'vfs']) {
    const words = [
      '--root',
      path.join(folder, 'store'),
      '--runroot',
      path.join(folder, 'run'),
      '--storage-driver',
      driver,
    ]
    try {
      await tries(words)
      return { words, do: (...more) => run('buildah', [...words, ...more]), end: () => end(words) }
    } catch (error) {
      await end(words)
      // Overlays can't lie on each other; the other driver copies instead.
      if (driver === 'vfs') throw error
    }
  }
  throw new Error('no storage')
}

/** Makes a container of one program, and mounts it: what a machine without the rights refuses. */
async function tries(words: string[]) {
  const container = await run('buildah', [...words, 'from', 'scratch'])
  await run('buildah', [...words, 'mount', container])
  await run('buildah', [...words, 'rm', container])
}
