{{/* What the schema cannot say. */}}
{{- define "gatehouse.checks" -}}
{{- if eq .Values.hosts.public .Values.hosts.team -}}
{{- fail "hosts: the public host and the team host are two hosts" -}}
{{- end -}}
{{- if and .Values.cluster.enabled (eq .Values.cluster.durability "required") (lt (int .Values.cluster.instances) 2) -}}
{{- fail "cluster.durability: required needs a standby; set cluster.instances to 3, or durability to none" -}}
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
