import type { Arrival, DoorEvent, DoorLine, Synced } from '#app/invitations/door/event.ts'

// The phone's storage, in IndexedDB. An arrival is on the disk before the helper sees a colour.

/** The door's own data: everything in an answer but the lists. */
export type DoorHeading = Pick<Synced, 'state' | 'door' | 'doors' | 'occasion'> & { since: string | null }
/** `joining`: the code, and the secret this phone made to join with it. `ahead`: milliseconds its clock is ahead of the server's. */
export type DoorInfo = { joining: { code: string; key: string } | null; head: DoorHeading | null; ahead: number }
export type Saved = { about: DoorInfo | undefined; lines: DoorLine[]; arrivals: Arrival[]; queue: DoorEvent[] }
/** The changes of one answer: stored all at once, or not at all. */
type Change = { about: DoorInfo; whole: boolean; lines: DoorLine[]; arrivals: Arrival[]; gone: string[] }

export type DoorStore = {
  /** False if storage is not available: then each event has to reach the server before it counts. */
  keeps: boolean
  read(): Promise<Saved>
  about(about: DoorInfo): Promise<void>
  add(...events: DoorEvent[]): Promise<void>
  change(change: Change): Promise<void>
  wipe(): Promise<void>
}

const stores = ['about', 'lines', 'arrivals', 'queue'] as const
type Name = (typeof stores)[number]

/** Opens the storage and tests it: a private window or a full phone is found out before the first guest comes. */
export async function openStore(): Promise<DoorStore> {
  try {
    const db = await opened()
    await written(db, ['about'], (at) => at('about').put(Date.now(), 'tried'))
    void navigator.storage?.persist?.().catch(() => false)
    return kept(db)
  } catch {
    return nowhere()
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('door', 1)
    asked.onupgradeneeded = () => {
      const { result: db } = asked
      db.createObjectStore('about')
      db.createObjectStore('lines')
      db.createObjectStore('arrivals', { keyPath: 'id' })
      db.createObjectStore('queue', { keyPath: 'id' })
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
    asked.onblocked = () => reject(new Error('blocked'))
  })
}

type At = (name: Name) => IDBObjectStore

/** Runs one transaction. The data is on the disk when this settles: by default browsers settle once the system has it. */
function written(db: IDBDatabase, names: readonly Name[], work: (at: At) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const tx = db.transaction(names, 'readwrite', { durability: 'strict' })
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new Error('not stored'))
    work((name) => tx.objectStore(name))
  })
}

const all = <Value>(db: IDBDatabase, name: Name): Promise<Value[]> =>
  new Promise((resolve, reject) => {
    const asked = db.transaction(name).objectStore(name).getAll()
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

const aboutIn = (db: IDBDatabase): Promise<DoorInfo | undefined> =>
  new Promise((resolve, reject) => {
    const asked = db.transaction('about').objectStore('about').get('door')
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

const kept = (db: IDBDatabase): DoorStore => ({
  keeps: true,
  async read() {
    const [about, lines, arrivals, queue] = await Promise.all([
      aboutIn(db),
      all<DoorLine>(db, 'lines'),
      all<Arrival>(db, 'arrivals'),
      all<DoorEvent>(db, 'queue'),
    ])
    return { about, lines, arrivals, queue }
  },
  about: (about) => written(db, ['about'], (at) => at('about').put(about, 'door')),
  add: (...events) =>
    written(db, ['queue'], (at) => {
      for (const event of events) at('queue').put(event)
    }),
  change: ({ about, whole, lines, arrivals, gone }) =>
    written(db, stores, (at) => {
      at('about').put(about, 'door')
      for (const name of ['lines', 'arrivals'] as const) if (whole) at(name).clear()
      for (const line of lines) at('lines').put(line, line[0])
      for (const arrival of arrivals) at('arrivals').put(arrival)
      for (const id of gone) at('queue').delete(id)
    }),
  wipe: () =>
    written(db, stores, (at) => {
      for (const name of stores) at(name).clear()
    }),
})

const nowhere = (): DoorStore => ({
  keeps: false,
  read: async () => ({ about: undefined, lines: [], arrivals: [], queue: [] }),
  about: async () => {},
  add: async () => {},
  change: async () => {},
  wipe: async () => {},
})
