import { pastedText } from '#app/kit/pasted.ts'

// Recognizes the columns of a table by their headings in English or Swahili, or as address books write them. An unknown
// column is never dropped silently: the host sees it and may say what it is.

const patterns = {
  number:
    /^(?:no|na|nr|s ?no?|serial(?: no| number)?|sr no|id|index|row|nambari ya mstari)?$|^phone \d label$|^e ?mail \d label$/,
  email: /\be ?mails?\b|\bbarua ?pepe\b/,
  phone:
    /\b(?:phones?|mobile|cell(?:phone)?|telephone|tel|simu|rununu|whats ?app|msisdn|safaricom|mpesa|m pesa|nambari|namba)\b|^contacts?(?: (?:no|nos|number|numbers|info|details?))?$|^(?:number|numbers|line)$/,
  first: /^(?:first|given|christian) names?$|^jina la kwanza$/,
  middle: /^(?:middle|other|second) names?$|^others$|^majina mengine$|^jina la (?:kati|pili)$/,
  last: /^(?:last|family) names?$|^sur ?names?$|^jina la (?:mwisho|ukoo|familia)$/,
  title: /^(?:title|salutation|prefix|cheo)$/,
  spouse: /\b(?:spouse|partner|husband|wife|mke|mume|mwenzi)\b/,
  adults: /^(?:(?:no|number|idadi)(?: of| ya)? )?(?:adults?|watu wazima|wakubwa)$/,
  kids: /^(?:(?:no|number|idadi)(?: of| ya)? )?(?:kids?|child(?:ren)?|minors|watoto|mtoto)$/,
  plus: /^(?:plus ?(?:ones?|1)?|1|(?:extra|additional|accompanying)(?: guests?| people)?|companions?|wenza)$/,
  attending:
    /^(?:attending|attendance|rsvp(?: status)?|coming|confirmed|confirmation|response|status|will (?:you )?attend|are you coming|atakuja|anakuja|atahudhuria|uthibitisho|jibu)$/,
  seats:
    /^(?:(?:no|number|idadi)(?: of| ya)? )?(?:seats?|pax|people|persons|guests|watu|nafasi|viti|wageni|heads?|tickets?)$|^(?:party|group|family)(?: size)$|^party$|^idadi$|^how many\b.*$|^head ?count$/,
  table: /^(?:table|meza)(?: ?(?:no|number|nambari))?$/,
  group: /^groups?(?: membership)?$|^(?:ki|ma)?kundi$|^vikundi$|^labels?$|^categor(?:y|ies)$|^side$|^upande$/,
  note: /^(?:notes?|remarks?|comments?|maelezo|maoni|special (?:needs|requests?)|diet(?:ary)?(?: needs| requirements)?)$/,
  name: /^(?:the )?(?:full |guest |guest's |guests |display |contact |invitee |attendee |member |participant )?names?(?: of (?:the )?(?:guests?|invitees?))?$|^(?:jina|majina)(?: kamili| la mgeni| ya wageni| la mwalikwa)?$|^(?:mgeni|wageni|guests?|invitees?|attendees?|participants?|members?|contact person|mwalikwa|walioalikwa)$/,
} satisfies Record<string, RegExp>
export type GuestColumn = keyof typeof patterns
export type GuestColumns = Partial<Record<GuestColumn, number[]>>

/** The meanings that a host may choose for a column. */
export const askedColumns = [
  'name',
  'first',
  'middle',
  'last',
  'phone',
  'email',
  'seats',
  'adults',
  'kids',
  'plus',
  'spouse',
  'attending',
  'table',
  'group',
  'note',
] as const satisfies readonly GuestColumn[]
export type AskedColumn = (typeof askedColumns)[number]
/** By column number, from 0: the host's choice, or 'none' to leave the column out. */
export type SaidInColumns = Record<number, AskedColumn | 'none'>

/** Reads the host's choices from an address: `col.3=phone`. */
export function saidIn(query: URLSearchParams): SaidInColumns {
  const said: SaidInColumns = {}
  for (const [name, value] of query) {
    const at = /^col\.(\d{1,2})$/.exec(name)?.[1]
    const column = value === 'none' ? value : askedColumns.find((one) => one === value)
    if (at && column) said[Number(at)] = column
  }
  return said
}
/** Returns the part of an address that holds the host's choices. */
export const saidQuery = (said: SaidInColumns): string =>
  Object.entries(said)
    .map(([at, column]) => `&col.${at}=${column}`)
    .join('')

/** The kinds of which only one column is read. Several columns of another kind are read together. */
const alone = new Set<GuestColumn>([
  'name',
  'seats',
  'adults',
  'kids',
  'plus',
  'attending',
  'email',
  'title',
  'first',
  'last',
])

const plainHead = (cell: string) =>
  pastedText(cell, 100)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()

export type ColumnHead = { columns: GuestColumns; unknown: number[] }

/** Returns the columns if the line is the head of a table; otherwise undefined. */
export function columnsIn(cells: readonly string[], said: SaidInColumns = {}): ColumnHead | undefined {
  const columns: GuestColumns = {}
  const unknown: number[] = []
  const take = (column: GuestColumn, at: number) => {
    columns[column] = [...(columns[column] ?? []), at]
  }
  for (const [at, cell] of cells.entries()) {
    const own = said[at]
    const column = own ?? kindOf(plainHead(cell))
    if (column === 'none') continue
    if (column && !(own === undefined && alone.has(column) && columns[column])) take(column, at)
    else unknown.push(at)
  }
  const { name, first, last, number, ...others } = columns
  const isNamed = name ?? first ?? last
  const known = Object.keys(others).length + Number(Boolean(first)) + Number(Boolean(last)) + Number(Boolean(name))
  return isNamed && known > 1 ? { columns, unknown } : undefined
}

const kindOf = (head: string): GuestColumn | undefined =>
  (Object.keys(patterns) as GuestColumn[]).find((column) => patterns[column].test(head))
