// Starts a program and ends it when its time is up.
import { spawn } from 'node:child_process'

/** From the request to end until it is killed: a runner of tests stops what it started and writes its report, ms. */
const GRACE = 30_000

/**
 * True when the program ends with 0 before `deadline`, in ms since 1970. What runs `beside` others is printed in one piece
 * when it has ended.
 */
export function runProgram(file, args, { beside = false, deadline, env = process.env }) {
  const program = spawn(file, args, {
    stdio: beside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: file === 'npx' && process.platform === 'win32',
    env,
  })
  let problem
  let kill
  const ask = setTimeout(() => {
    problem = 'its time is up'
    program.kill('SIGINT')
    kill = setTimeout(() => program.kill('SIGKILL'), GRACE)
  }, deadline - Date.now())
  const output = []
  program.stdout?.on('data', (part) => output.push(part))
  program.stderr?.on('data', (part) => output.push(part))
  return new Promise((settle) => {
    const end = (good, reason) => {
      clearTimeout(ask)
      clearTimeout(kill)
      process.stdout.write(Buffer.concat(output))
      if (reason) console.error(`${file} ${args.join(' ')}: ${reason}`)
      settle(good)
    }
    program.on('error', (error) => end(false, error.message))
    program.on('close', (status) => end(status === 0 && !problem, problem))
  })
}
