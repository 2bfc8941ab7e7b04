import type { ServerBuild } from 'react-router'
import { openHttp } from '#app/platform/http.server.ts'
import { settings } from '#app/platform/settings.server.ts'

export async function boot(
  build: () => Promise<ServerBuild> = () => import('virtual:react-router/server-build') as Promise<ServerBuild>,
) {
  const server = openHttp(build, 'production')
  server.listen(settings.PORT, settings.HOST, () => console.log(`http://${settings.HOST}:${settings.PORT}`))
}
