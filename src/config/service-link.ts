/**
 * Kubernetes puts the addresses of every Service of the namespace into each container ("service links"). A Service
 * named `quern` brings `QUERN_SERVICE_HOST`, `QUERN_PORT_3000_TCP_ADDR` and, of all names, `QUERN_PORT` with
 * `tcp://10.0.0.1:3000` in it. None of them is the operator's, so they count neither as settings nor as typos.
 *
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
export function isServiceLink(variable: string, value: string): boolean {
  return (
    /_SERVICE_(HOST|PORT(_\w+)?)$/.test(variable) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(variable) ||
    (variable.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
  );
}
