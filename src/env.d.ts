/** Version of this build, from package.json. */
declare const __APP_VERSION__: string
/** The build time, ISO 8601 in UTC. */
declare const __BUILD_DATE__: string
