import { z } from 'zod'
import type { Words } from '#app/kit/says.ts'
import { address, flagSetting } from '#app/platform/settings/setting-kinds.server.ts'

// The settings of object storage. Its first five are needed together or not at all.

export const storageTable = {
  S3_ENDPOINT: {
    about: /*i18n*/ { id: 'The object storage that keeps pictures. Without it they are in DATA_DIR.' },
    expected: /*i18n*/ { id: 'the address of an S3-compatible service, such as https://s3.eu-west-1.amazonaws.com' },
    value: address('http:', 'https:').optional(),
  },
  S3_REGION: {
    about: /*i18n*/ { id: 'The region of the object storage.' },
    expected: /*i18n*/ { id: 'a name such as eu-west-1, or auto where there are none' },
    value: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .optional(),
  },
  S3_BUCKET: {
    about: /*i18n*/ { id: 'The bucket that holds the pictures. Nobody but this product needs to reach it.' },
    expected: /*i18n*/ { id: 'the name of a bucket' },
    value: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
  },
  S3_ACCESS_KEY_ID: {
    about: /*i18n*/ { id: 'Who we are to the object storage.' },
    expected: /*i18n*/ { id: 'the id of an access key' },
    value: z.string().min(1).optional(),
  },
  S3_SECRET_ACCESS_KEY: {
    about: /*i18n*/ { id: 'Signs what we ask of the object storage.' },
    expected: /*i18n*/ { id: 'the secret that belongs to S3_ACCESS_KEY_ID' },
    value: z.string().min(1).optional(),
  },
  S3_PREFIX: {
    about: /*i18n*/ { id: 'A folder in the bucket, for a bucket that holds other things too.' },
    expected: /*i18n*/ { id: 'letters, digits, dashes and slashes, such as harambee/' },
    value: z
      .string()
      .regex(/^([\w-]+\/)*[\w-]+\/?$/)
      .transform((text) => (text.endsWith('/') ? text : `${text}/`))
      .optional(),
  },
  S3_PATH_STYLE: {
    about: /*i18n*/ {
      id: 'Whether the bucket’s name is in the path of its address (1) or before the name of the host (0).',
    },
    expected: /*i18n*/ { id: '1 or 0' },
    value: flagSetting.default(true),
  },
} satisfies Record<string, { about: Words; expected: Words; value: z.ZodType }>

type Values = { [Name in keyof typeof storageTable]: z.output<(typeof storageTable)[Name]['value']> }

const s3Parts = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Returns the settings missing beside those that are set: with half of them, pictures would silently go to the disk. */
export const s3Missing = (values: Values) =>
  s3Parts.some((name) => values[name]) ? s3Parts.filter((name) => !values[name]) : []

/** Returns the object storage's settings, once all that it needs are set. */
export function s3Of({ S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, ...more }: Values) {
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
  const place = { endpoint: S3_ENDPOINT, region: S3_REGION, bucket: S3_BUCKET }
  return { ...place, ...keys, prefix: more.S3_PREFIX, pathStyle: more.S3_PATH_STYLE }
}
