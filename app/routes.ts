import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/landing/page.tsx'),
  route('language', 'routes/language.ts'),
  route('media/*', 'routes/machine/media.ts'),
  route('sandbox/kit', 'routes/sandbox/kit.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
