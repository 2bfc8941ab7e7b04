import { z } from 'zod'

// THE SETTINGS: the whole configuration in one schema, read once. Nothing else reads the environment.
// Everything has a default that works on a laptop. Each line here stands in .env.example too.

const flag = z.enum(['0', '1']).transform((text) => text === '1')
const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AUTH_SECRET: z.string().min(32).optional(),
})

export type Settings = z.output<typeof schema>
/** A setting that is missing or wrong, by name, with what is expected. */
export type Problem = { name: string; expected: string }

/** Reads all settings at once; a wrong one is reported and its default used, so that the server can say what is wrong. */
export function readSettings(env: Record<string, string | undefined>): { settings: Settings; problems: Problem[] } {
  const asked = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, env[name] || undefined]))
  const read = schema.safeParse(asked)
  if (read.success) return { settings: read.data, problems: [] }
  const problems = read.error.issues.map((issue) => ({ name: String(issue.path[0]), expected: issue.message }))
  for (const { name } of problems) delete asked[name]
  return { settings: schema.parse(asked), problems }
}

export const { settings, problems } = readSettings(process.env)
void flag
