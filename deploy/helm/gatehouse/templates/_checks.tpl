{{/* Checks that the schema cannot express. */}}
{{- define "gatehouse.checks" -}}
{{- if eq (include "gatehouse.host" (list . "public")) (include "gatehouse.host" (list . "team")) -}}
{{- fail "hosts: the public host and the team host must be two hosts" -}}
{{- end -}}
{{- if and .Values.quickstart (or .Values.cluster.enabled .Values.externalSecrets.enabled .Values.database.host) -}}
{{- fail "quickstart: it has its own PostgreSQL and Secrets; remove database.host, cluster.enabled and externalSecrets.enabled" -}}
{{- end -}}
{{- range $part, $name := .Values.database.clientCertSecrets -}}
{{- $roles := prepend (include "gatehouse.databaseParts" $ | splitList " ") "owner" -}}
{{- if not (has $part $roles) -}}
{{- fail (printf "database.clientCertSecrets: %s is no role; the roles are %s" $part (join ", " $roles)) -}}
{{- end -}}
{{- if and $name (eq (include "gatehouse.database" (list $ $part) | fromYaml).sslMode "disable") -}}
{{- fail (printf "database.clientCertSecrets.%s: a client certificate needs TLS; change database.sslMode" $part) -}}
{{- end -}}
{{- end -}}
{{- include "gatehouse.checkSecrets" . -}}
{{- $documents := list -}}
{{- range include "gatehouse.documentsSecrets" . | fromJsonArray -}}{{- $documents = append $documents .name -}}{{- end -}}
{{- if and .Values.externalSecrets.enabled (ne (len $documents) (len (uniq $documents))) -}}
{{- fail "documents.urlSecrets: with externalSecrets each Secret has one value; give each workload's own Secret a name of its own" -}}
{{- end -}}
{{- if and .Values.cluster.enabled (eq .Values.cluster.durability "required") (lt (int .Values.cluster.instances) 2) -}}
{{- fail "cluster.durability: required needs a standby; set cluster.instances to 3, or durability to none" -}}
{{- end -}}
{{- $identity := include "gatehouse.settings" (list . "identity") | fromYaml -}}
{{- $pods := ternary $identity.autoscaling.maxReplicas $identity.replicas $identity.autoscaling.enabled | int -}}
{{- if and (gt $pods 1) (not .Values.redis.enabled) (not .Values.redis.eachPodCountsForItself) -}}
{{- fail (printf "redis: %d pods of identity need Redis to count limits together; set redis.enabled, or services.identity.replicas to 1, or redis.eachPodCountsForItself (a client then has each limit %d times)" $pods $pods) -}}
{{- end -}}
{{- range $name := include "gatehouse.services" . | splitList " " -}}
{{- $service := include "gatehouse.settings" (list $ $name) | fromYaml -}}
{{- $needed := add $service.preStopSleepSeconds 20 | int -}}
{{- if lt (int $service.terminationGracePeriodSeconds) $needed -}}
{{- fail (printf "services.%s: terminationGracePeriodSeconds must be at least %d: preStopSleepSeconds, 10 seconds of draining, and 10 in which background work ends; a mail that is being sent when the pod is killed is sent again" $name $needed) -}}
{{- end -}}
{{- if and $service.autoscaling.enabled (not $service.autoscaling.targetCPUUtilizationPercentage) (not $service.autoscaling.targetMemoryUtilizationPercentage) -}}
{{- fail (printf "services.%s: autoscaling needs targetCPUUtilizationPercentage or targetMemoryUtilizationPercentage" $name) -}}
{{- end -}}
{{- if gt (int $service.autoscaling.minReplicas) (int $service.autoscaling.maxReplicas) -}}
{{- fail (printf "services.%s: autoscaling.minReplicas is more than maxReplicas" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/*
Names the Secrets that are missing, before Helm waits for pods that cannot start. Only where Helm sees the cluster: a list has
`items` then, even an empty one.
*/}}
{{- define "gatehouse.checkSecrets" -}}
{{- if and .Values.checkSecrets (not .Values.externalSecrets.enabled) (not .Values.quickstart) -}}
{{- $listed := lookup "v1" "Secret" .Release.Namespace "" -}}
{{- if hasKey $listed "items" -}}
{{- $keys := dict -}}
{{- range $listed.items -}}{{- $_ := set $keys .metadata.name (keys (default dict .data)) -}}{{- end -}}
{{- $missing := list -}}
{{- range $needed := include "gatehouse.neededSecrets" . | fromYamlArray -}}
{{- if not (has $needed.key (default list (index $keys $needed.name))) -}}
{{- $missing = append $missing (printf "%s (%s)" $needed.name $needed.key) -}}
{{- end -}}
{{- end -}}
{{- if $missing -}}
{{- fail (printf "these Secrets, or keys of them, are missing in the namespace %s: %s. Create them first, or set checkSecrets to false if they are created later" .Release.Namespace (join ", " $missing)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The Secrets that an operator creates, with the keys that the pods read. */}}
{{- define "gatehouse.neededSecrets" -}}
{{- range $part := prepend (include "gatehouse.databaseParts" . | splitList " ") "owner" }}
- {name: {{ include "gatehouse.passwordSecret" (list $ $part) }}, key: {{ (index $.Values.database.passwordSecrets $part).key }}}
{{- end }}
- {name: {{ include "gatehouse.secondFactorsSecret" . }}, key: {{ .Values.secondFactors.keySecret.key }}}
{{- if .Values.redis.enabled }}
- {name: {{ include "gatehouse.redisSecret" . }}, key: {{ .Values.redis.urlSecret.key }}}
{{- end }}
{{- if .Values.smtp.enabled }}
- {name: {{ include "gatehouse.smtpSecret" . }}, key: {{ .Values.smtp.urlSecret.key }}}
{{- end }}
{{- range include "gatehouse.documentsSecrets" . | fromJsonArray }}
- {name: {{ .name }}, key: {{ .key }}}
{{- end }}
{{- range $part, $name := .Values.database.clientCertSecrets }}
{{- with $name }}
- {name: {{ . }}, key: tls.crt}
{{- end }}
{{- end }}
{{- end -}}
