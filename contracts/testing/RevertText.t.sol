// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings, quotes
pragma solidity 0.8.37;

import {RevertText} from "./RevertText.sol";
import {vm} from "./Vm.sol";

contract RevertTextTest {
    function test_describe_tellsTextsPanicsAndErrorsApart() public pure {
        vm.assertEq(RevertText.describe(""), "no data");
        vm.assertEq(RevertText.describe(abi.encodeWithSignature("Error(string)", "closed")), '"closed"');
        vm.assertEq(RevertText.describe(abi.encodeWithSignature("Error(string)", "")), '""');
        vm.assertEq(RevertText.describe(abi.encodeWithSignature("Panic(uint256)", 0x11)), "panic 17");
        vm.assertEq(RevertText.describe(abi.encodeWithSignature("Panic(uint256)", 0x32)), "panic 50");
        vm.assertEq(RevertText.describe(hex"12345678"), "0x12345678");
        // What is shorter than a selector, although it begins as one.
        vm.assertEq(RevertText.describe(hex"08c379"), "0x08c379");
    }

    function test_matches_takesASelectorForAnyErrorSoCalled() public pure {
        bytes memory reason = abi.encodeWithSelector(0x12345678, 1);
        vm.assertTrue(RevertText.matches(reason, hex"12345678"));
        vm.assertTrue(RevertText.matches(hex"12345678", hex"12345678"));
        vm.assertTrue(RevertText.matches(reason, reason));
        vm.assertFalse(RevertText.matches(reason, abi.encodeWithSelector(0x12345678, 2)));
        vm.assertFalse(RevertText.matches(reason, hex"12345679"));
        vm.assertFalse(RevertText.matches(hex"12345678", reason));
    }

    function test_matches_takesNoDataForNothingElse() public pure {
        vm.assertTrue(RevertText.matches("", ""));
        vm.assertFalse(RevertText.matches(hex"00", ""));
        vm.assertFalse(RevertText.matches("", hex"00000000"));
        vm.assertFalse(RevertText.matches(hex"000000", hex"00000000"));
    }
}
