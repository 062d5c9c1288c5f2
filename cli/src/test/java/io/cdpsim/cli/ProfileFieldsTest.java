package io.cdpsim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A figure that stands in a profile makes a difference: something reads it besides what reads profiles. */
class ProfileFieldsTest {
    private static final String PROFILE = "io.cdpsim.profile";
    private static final JavaClasses CLASSES = ProductClasses.naming(PROFILE);
    private static final String READING = PROFILE + ".read";

    private static Stream<JavaClass> records() {
        return CLASSES.stream()
                .filter(each -> each.isRecord() && each.getPackageName().equals(PROFILE));
    }

    private static Stream<JavaField> components() {
        return records()
                .flatMap(record -> record.getFields().stream())
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC));
    }

    /** Whether the component's value reaches somebody, through its accessor or through a method of the record that is asked itself. */
    private static boolean isRead(JavaField component) {
        JavaMethod accessor = component.getOwner().getMethod(component.getName());
        return isAsked(accessor)
                || component.getAccessesToSelf().stream()
                        .filter(access -> !access.getOrigin().equals(accessor))
                        .anyMatch(ProfileFieldsTest::counts);
    }

    private static boolean isAsked(JavaCodeUnit method) {
        return method.getAccessesToSelf().stream().anyMatch(ProfileFieldsTest::counts);
    }

    private static boolean counts(JavaAccess<?> access) {
        JavaClass asking = access.getOriginOwner();
        if (asking.getPackageName().startsWith(READING)) {
            return false;
        }
        boolean within = asking.equals(access.getTargetOwner());
        return !within || (access.getOrigin() instanceof JavaMethod method && isAsked(method));
    }

    @Test
    void everyComponentOfAProfileIsReadByTheSimulator() {
        List<String> unread = components()
                .filter(component -> !isRead(component))
                .map(JavaField::getFullName)
                .sorted()
                .toList();
        assertThat(components()).hasSizeGreaterThan(100);
        assertThat(unread)
                .as("components of profiles that nothing reads: remove or read them")
                .isEmpty();
    }

    @Test
    void everyMethodOfAProfileIsUsed() {
        List<String> unasked = records()
                .flatMap(record -> record.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(method -> !List.of("equals", "hashCode", "toString").contains(method.getName()))
                .filter(method -> component(method).isEmpty()
                        && method.getAccessesToSelf().isEmpty())
                .map(JavaMethod::getFullName)
                .sorted()
                .toList();
        assertThat(unasked).as("methods of profiles that nothing asks").isEmpty();
    }

    private static Optional<JavaField> component(JavaMethod method) {
        return method.getOwner().tryGetField(method.getName());
    }
}
