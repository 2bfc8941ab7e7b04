import { matrix } from './matrix.ts'
import { type Answer, type Answers, type Asker, askers, everybody, type Row, roles } from './matrix-rows.ts'

// Every question that follows from the matrix: each address × everybody × what it names.

/** What is named: what is there, the same of another person's, and what is nowhere. Form actions name something below a drive, too. */
export type Named = 'right' | 'theirs' | 'missing' | 'right, below it theirs' | 'right, below it missing'
export type Question = { path: string; does: 'get' | 'post'; role: Asker; named: Named; answer: Answer }

/** Things below a drive that a form can name. */
export const below = ['image', 'video', 'comment', 'visit', 'photo', 'update'] as const

const naming = (path: string) => /:(?!file)/.test(path) && !path.startsWith('receipt/')
/** A picture that counts answers whatever it is asked, and so do those to whom nothing is shown anyway. */
const isBlind = (path: string) => path.endsWith('seen.gif')

/** What a person owns is another person's to the other one. */
const swapped = (answers: Answers): Answers => ({
  ...answers,
  owner: answers.other,
  treasurer: answers.other,
  secretary: answers.other,
  helper: answers.other,
  other: answers.owner,
})

/** A person who would be let in is told that it is not there; the others learn no more than before. */
const ofNothing = (path: string, answers: Answers): Answers =>
  Object.fromEntries(
    roles.map((role) => {
      const answer = answers[role]
      const isOffice = path.startsWith('admin')
      return [role, answer === 'auth' || (isOffice && answer === 403) ? answer : 404]
    }),
  ) as Answers

/** A helper of the invitation alone is on its pages what a drive's secretary is, and elsewhere anybody. */
const ofHelper = (path: string, { helper, secretary, other }: Answers, named: Named): Answer =>
  path.startsWith('gathering/') || named === 'theirs' ? (helper ?? secretary) : other

function askedOf(path: string, does: Question['does'], answers: Answers, named: Named): Question[] {
  const all = { ...answers, helper: ofHelper(path, answers, named) }
  return askers.map((role) => ({ path, does, role, named, answer: all[role] }))
}

function readings(path: string, { get, office }: Row): Question[] {
  if (!get) return []
  const right = askedOf(path, 'get', get, 'right')
  if (!naming(path)) return right
  if (isBlind(path)) return [...right, ...askedOf(path, 'get', everybody, 'missing')]
  const missing = askedOf(path, 'get', ofNothing(path, get), 'missing')
  return office ? [...right, ...missing] : [...right, ...askedOf(path, 'get', swapped(get), 'theirs'), ...missing]
}

function formActions(path: string, { post, office }: Row): Question[] {
  if (!post) return []
  const right = askedOf(path, 'post', post.who, 'right')
  if (!naming(path)) return right
  const missing = askedOf(path, 'post', ofNothing(path, post.who), 'missing')
  if (office) return [...right, ...missing]
  const theirs = askedOf(path, 'post', swapped(post.who), 'theirs')
  return [...right, ...theirs, ...missing, ...belowIt(path, post)]
}

/** A person who may do it at all is told that what it names is not below this drive. */
function belowIt(path: string, { who, sent }: NonNullable<Row['post']>): Question[] {
  const marked = Object.fromEntries(below.map((name) => [name, `a ${name}`])) as never
  const names = Object.values(sent(marked, marked)).some((value) =>
    /^a (image|video|comment|visit|photo)$/.test(String(value)),
  )
  if (!names) return []
  const answers = Object.fromEntries(roles.map((role) => [role, who[role] === 'yes' ? 404 : who[role]])) as Answers
  return (['right, below it theirs', 'right, below it missing'] as const).flatMap((named) =>
    askedOf(path, 'post', answers, named),
  )
}

export const questions: Question[] = Object.entries(matrix).flatMap(([path, row]) => [
  ...readings(path, row),
  ...formActions(path, row),
])
