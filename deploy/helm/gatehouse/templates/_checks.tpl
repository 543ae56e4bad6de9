{{/* Checks that the schema cannot express. */}}
{{- define "gatehouse.checks" -}}
{{- if eq .Values.hosts.public .Values.hosts.team -}}
{{- fail "hosts: the public host and the team host must be two hosts" -}}
{{- end -}}
{{- if and .Values.cluster.enabled (eq .Values.cluster.durability "required") (lt (int .Values.cluster.instances) 2) -}}
{{- fail "cluster.durability: required needs a standby; set cluster.instances to 3, or durability to none" -}}
{{- end -}}
{{- $identity := mergeOverwrite (deepCopy .Values.defaults) (deepCopy .Values.services.identity) -}}
{{- $pods := ternary $identity.autoscaling.maxReplicas $identity.replicas $identity.autoscaling.enabled | int -}}
{{- if and (gt $pods 1) (not .Values.redis.enabled) (not .Values.redis.eachPodCountsForItself) -}}
{{- fail (printf "redis: %d pods of identity need Redis to count limits together; set redis.enabled, or services.identity.replicas to 1, or redis.eachPodCountsForItself (a client then has each limit %d times)" $pods $pods) -}}
{{- end -}}
{{- range $name := include "gatehouse.services" . | splitList " " -}}
{{- $service := mergeOverwrite (deepCopy $.Values.defaults) (deepCopy (index $.Values.services $name)) -}}
{{- if le (int $service.terminationGracePeriodSeconds) (add $service.preStopSleepSeconds 10 | int) -}}
{{- fail (printf "services.%s: terminationGracePeriodSeconds must be more than preStopSleepSeconds and 10 seconds of draining" $name) -}}
{{- end -}}
{{- if gt (int $service.autoscaling.minReplicas) (int $service.autoscaling.maxReplicas) -}}
{{- fail (printf "services.%s: autoscaling.minReplicas is more than maxReplicas" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
