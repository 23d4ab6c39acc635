// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {FEES_UPDATER_ROLE, Roles} from "../access/Roles.sol";
import {SignedUpdates} from "../access/SignedUpdates.sol";
import {IExecutionManager} from "../interfaces/IExecutionManager.sol";
import {ExecutionManager} from "./ExecutionManager.sol";
import {ExecutionPrices} from "./ExecutionPrices.sol";

contract ExecutionPricesTest is TwoChains {
    uint256 private constant UPDATER_KEY = 0xfee;
    bytes private constant ARITHMETIC_PANIC = abi.encodeWithSignature("Panic(uint256)", 0x11);

    MoodyPlug private plug;
    ExecutionManager private manager;
    uint256 private nonce;

    function setUp() public {
        manager = alpha.executionManager;
        manager.grantRoleWithSlug(FEES_UPDATER_ROLE, BETA, vm.addr(UPDATER_KEY));
        plug = new MoodyPlug(alpha.socket, address(this));
        plug.connect(BETA, address(0xbeef), address(alpha.switchboard));
    }

    function testFuzz_getMinFees_followsTheFormula(
        uint32 gasLimit,
        uint256 sizeSeed,
        uint64 value,
        ExecutionPrices.ExecutionFees memory fees,
        uint96 nativePrice
    ) public {
        uint256 size = sizeSeed % 5001;
        _setExecutionFees(fees);
        _set("RELATIVE_NATIVE_TOKEN_PRICE_UPDATE", nativePrice);

        uint256 expected = uint256(gasLimit) * fees.perGas + size * fees.perByte + fees.overhead;
        expected += (uint256(value) * nativePrice) / 1e18;
        vm.assertEq(manager.getMinFees(gasLimit, size, _params(value), BETA), expected, "execution");

        (uint128 execution, uint128 transmission) = manager.getExecutionTransmissionMinFees(
            gasLimit,
            size,
            _params(value),
            0,
            BETA,
            address(alpha.transmitManager)
        );
        vm.assertEq(execution, expected, "execution beside transmission");
        vm.assertEq(transmission, TRANSMISSION_FEES, "transmission");
        vm.assertEq(
            alpha.socket.getMinFees(gasLimit, size, _params(value), 0, BETA, address(plug)),
            expected + TRANSMISSION_FEES + SWITCHBOARD_FEES + VERIFICATION_FEES,
            "socket"
        );
    }

    function testFuzz_getMinFees_ignoresTheValueOfParametersWithoutType(uint248 value) public view {
        vm.assertEq(manager.getMinFees(1, 2, bytes32(uint256(value)), BETA), manager.getMinFees(1, 2, 0, BETA));
        manager.verifyParams(bytes32(uint256(value)), 0);
    }

    function test_getMinFees_revertsWhenPayloadIsTooLarge() public {
        manager.getMinFees(0, 5000, 0, BETA);
        vm.expectRevert(ISocket.PayloadTooLarge.selector);
        manager.getMinFees(0, 5001, 0, BETA);
        vm.expectRevert(ISocket.PayloadTooLarge.selector);
        plug.sendRaw(BETA, 0, 0, 0, new bytes(5001));
    }

    function test_getMinFees_revertsOutsideOfTheThresholds() public {
        _set("MSG_VALUE_MIN_THRESHOLD_UPDATE", 10);
        _set("MSG_VALUE_MAX_THRESHOLD_UPDATE", 20);
        vm.expectRevert(IExecutionManager.MsgValueTooLow.selector);
        manager.getMinFees(0, 0, _params(9), BETA);
        manager.getMinFees(0, 0, _params(10), BETA);
        manager.getMinFees(0, 0, _params(20), BETA);
        vm.expectRevert(ISocket.MsgValueTooHigh.selector);
        manager.getMinFees(0, 0, _params(21), BETA);
        // The least value is no minimum for messages without value.
        manager.getMinFees(0, 0, 0, BETA);
    }

    function test_getMinFees_letsNoValueToAChainWithoutThresholds() public {
        manager.getMinFees(0, 0, _params(0), 10);
        vm.expectRevert(ISocket.MsgValueTooHigh.selector);
        manager.getMinFees(0, 0, _params(1), 10);
    }

    function test_getMinFees_revertsRatherThanOverflow() public {
        vm.expectRevert(IExecutionManager.FeesTooHigh.selector);
        manager.getMinFees(type(uint128).max, 0, 0, BETA);
        vm.expectRevert(ARITHMETIC_PANIC);
        manager.getMinFees(type(uint256).max, 0, 0, BETA);
    }

    function testFuzz_verifyParams_needsThePromisedValue(uint8 kind, uint248 value, uint248 below) public {
        uint256 given = value == 0 ? 0 : below % value;
        bytes32 params = bytes32(((uint256(kind % 255) + 1) << 248) | value);
        manager.verifyParams(params, value);
        if (value == 0) return;
        vm.expectRevert(ISocket.InsufficientMsgValue.selector);
        manager.verifyParams(params, given);
    }

    function test_setters_logAndStore() public {
        vm.expectEmit(address(manager));
        emit ExecutionPrices.ExecutionFeesSet(BETA, ExecutionPrices.ExecutionFees(1, 2, 3));
        _setExecutionFees(ExecutionPrices.ExecutionFees(1, 2, 3));
        (uint80 perGas, uint80 perByte, uint80 overhead) = manager.executionFees(BETA);
        vm.assertEq(abi.encode(perGas, perByte, overhead), abi.encode(1, 2, 3));

        vm.expectEmit(address(manager));
        emit ExecutionPrices.RelativeNativeTokenPriceSet(BETA, 4);
        _set("RELATIVE_NATIVE_TOKEN_PRICE_UPDATE", 4);
        vm.assertEq(manager.relativeNativeTokenPrice(BETA), 4, "native price");

        vm.expectEmit(address(manager));
        emit ExecutionPrices.MsgValueMinThresholdSet(BETA, 5);
        _set("MSG_VALUE_MIN_THRESHOLD_UPDATE", 5);
        vm.assertEq(manager.msgValueMinThreshold(BETA), 5, "least value");

        vm.expectEmit(address(manager));
        emit ExecutionPrices.MsgValueMaxThresholdSet(BETA, 6);
        _set("MSG_VALUE_MAX_THRESHOLD_UPDATE", 6);
        vm.assertEq(manager.msgValueMaxThreshold(BETA), 6, "most value");
        vm.assertEq(manager.nextNonce(vm.addr(UPDATER_KEY)), 4, "nonce");
    }

    function test_setters_refuseAnotherNonceRoleOrText() public {
        bytes32 action = keccak256("MSG_VALUE_MAX_THRESHOLD_UPDATE");
        vm.expectRevert(SignedUpdates.InvalidNonce.selector);
        manager.setMsgValueMaxThreshold(1, BETA, 7, _sign(UPDATER_KEY, _digest(action, BETA, 1, 7)));

        bytes memory signature = _sign(UPDATER_KEY, _digest(action, BETA, 0, 7));
        manager.setMsgValueMaxThreshold(0, BETA, 7, signature);
        vm.expectRevert(SignedUpdates.InvalidNonce.selector);
        manager.setMsgValueMaxThreshold(0, BETA, 7, signature);

        // A role for one chain is none for another.
        vm.expectRevert(_noPermit(10));
        manager.setMsgValueMaxThreshold(1, 10, 7, _sign(UPDATER_KEY, _digest(action, 10, 1, 7)));
        vm.expectRevert(_noPermit(BETA));
        manager.setMsgValueMaxThreshold(0, BETA, 7, _sign(STRANGER_KEY, _digest(action, BETA, 0, 7)));
        // Signed for another setter: another signer is recovered, who has no role.
        vm.expectRevert(_noPermit(BETA));
        manager.setMsgValueMinThreshold(1, BETA, 7, _sign(UPDATER_KEY, _digest(action, BETA, 1, 7)));

        vm.expectRevert(abi.encodeWithSignature("Error(string)", "ECDSA: invalid signature length"));
        manager.setMsgValueMaxThreshold(1, BETA, 7, "");
    }

    function _set(string memory name, uint256 value) private {
        bytes32 action = keccak256(bytes(name));
        bytes memory signature = _sign(UPDATER_KEY, _digest(action, BETA, nonce, value));
        if (action == keccak256("RELATIVE_NATIVE_TOKEN_PRICE_UPDATE")) {
            manager.setRelativeNativeTokenPrice(nonce++, BETA, value, signature);
        } else if (action == keccak256("MSG_VALUE_MIN_THRESHOLD_UPDATE")) {
            manager.setMsgValueMinThreshold(nonce++, BETA, value, signature);
        } else {
            manager.setMsgValueMaxThreshold(nonce++, BETA, value, signature);
        }
    }

    function _setExecutionFees(ExecutionPrices.ExecutionFees memory fees) private {
        bytes32 digest = keccak256(
            abi.encode(
                keccak256("FEES_UPDATE"),
                address(manager),
                ALPHA,
                BETA,
                nonce,
                fees.perGas,
                fees.perByte,
                fees.overhead
            )
        );
        manager.setExecutionFees(nonce++, BETA, fees, _sign(UPDATER_KEY, digest));
    }

    function _digest(bytes32 action, uint32 sibling, uint256 nonce_, uint256 value) private view returns (bytes32) {
        return keccak256(abi.encode(action, address(manager), ALPHA, sibling, nonce_, value));
    }

    function _params(uint256 value) private pure returns (bytes32) {
        return bytes32((uint256(1) << 248) | value);
    }

    function _noPermit(uint32 slug) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Roles.NoPermit.selector, keccak256(abi.encode(FEES_UPDATER_ROLE, slug)));
    }
}
