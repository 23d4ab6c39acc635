// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../test/MoodyPlug.sol";
import {TwoChains} from "../../../../test/fixtures/contracts/TwoChains.sol";
import {vm} from "../../../../test/fixtures/contracts/Vm.sol";
import {ExecutionManager} from "./ExecutionManager.sol";

contract ExecutionManagerTest is TwoChains {
    bytes private constant ARITHMETIC_PANIC = abi.encodeWithSignature("Panic(uint256)", 0x11);

    MoodyPlug private plug;
    ExecutionManager private manager;

    function setUp() public {
        manager = alpha.executionManager;
        plug = new MoodyPlug(alpha.socket, address(this));
        plug.connect(BETA, address(0xbeef), address(alpha.switchboard));
        vm.deal(address(this), 1e9 ether);
        vm.getRecordedLogs();
    }

    function testFuzz_getMinFees_followsTheFormula(
        uint32 gasLimit,
        uint256 sizeSeed,
        uint256 valueSeed,
        ExecutionManager.Price memory price,
        uint64[3] memory others
    ) public {
        price.perGas %= 1e15;
        price.perByte %= 1e15;
        price.overhead %= 1e24;
        price.relativeNativePrice %= 1e24;
        uint256 size = sizeSeed % 3001;
        uint256 value = price.maxMsgValue == 0 ? 0 : valueSeed % (uint256(price.maxMsgValue % 1e24) + 1);
        manager.setPrice(BETA, price);
        alpha.transmitManager.setTransmissionFees(BETA, others[0]);
        alpha.switchboard.setFees(BETA, others[1], others[2]);

        uint256 expected = uint256(gasLimit) * price.perGas + size * price.perByte + price.overhead;
        expected += (value * price.relativeNativePrice) / 1e18;
        expected += uint256(others[0]) + others[1] + others[2];
        bytes32 params = bytes32((uint256(1) << 248) | value);
        vm.assertEq(alpha.socket.getMinFees(gasLimit, size, params, 0, BETA, address(plug)), expected);
    }

    function testFuzz_payAndCheckFees_countsEveryWei(uint32 gasLimit, uint64 above) public {
        uint256 fee = plug.minFees(BETA, gasLimit, 5);
        plug.sendRaw{value: fee + above}(BETA, gasLimit, 0, 0, "hello");

        ISocket.Fees memory fees = _collectOne().fees;
        vm.assertEq(fees.transmissionFees, TRANSMISSION_FEES, "transmission");
        vm.assertEq(fees.switchboardFees, SWITCHBOARD_FEES, "switchboard");
        vm.assertEq(fees.executionFee, fee + above - TRANSMISSION_FEES - SWITCHBOARD_FEES, "execution");
        vm.assertEq(manager.feesOf(address(manager)), fees.executionFee, "credited for execution");
        vm.assertEq(manager.feesOf(address(alpha.transmitManager)), TRANSMISSION_FEES, "credited for transmission");
        vm.assertEq(manager.feesOf(address(alpha.switchboard)), SWITCHBOARD_FEES, "credited for the switchboard");
        vm.assertEq(address(manager).balance, fee + above, "held");
    }

    function test_withdrawals_payEachEarnerOnce() public {
        plug.send{value: 1 ether}(BETA, "hello");
        uint256 executionFee = _collectOne().fees.executionFee;
        address payable safe = payable(address(0x5afe));
        manager.withdrawExecutionFees(safe, executionFee);
        alpha.transmitManager.withdrawFees(manager, safe, TRANSMISSION_FEES);
        alpha.switchboard.withdrawFees(manager, safe, SWITCHBOARD_FEES);
        vm.assertEq(address(manager).balance, 0, "remaining balance");

        vm.expectRevert(ARITHMETIC_PANIC);
        manager.withdrawExecutionFees(safe, 1);
        vm.expectRevert(ARITHMETIC_PANIC);
        alpha.transmitManager.withdrawFees(manager, safe, 1);
        vm.expectRevert(ARITHMETIC_PANIC);
        manager.withdrawFees(safe, 1);
    }

    function testFuzz_messageValue_readsTheLow248Bits(bytes32 params) public view {
        uint256 value = uint8(uint256(params) >> 248) == 0 ? 0 : uint256(params) & ((1 << 248) - 1);
        vm.assertEq(manager.messageValue(params), value, "value");
        vm.assertEq(manager.messageValue(params & bytes32(uint256((1 << 248) - 1))), 0, "without type");
    }

    function test_getMinFees_revertsWhenPayloadIsTooLarge() public {
        alpha.socket.getMinFees(0, 3000, 0, 0, BETA, address(plug));
        vm.expectRevert(ISocket.PayloadTooLarge.selector);
        alpha.socket.getMinFees(0, 3001, 0, 0, BETA, address(plug));
        manager.setMaxPayloadSize(5000);
        alpha.socket.getMinFees(0, 5000, 0, 0, BETA, address(plug));
        vm.expectRevert(ISocket.PayloadTooLarge.selector);
        plug.sendRaw{value: 1 ether}(BETA, 0, 0, 0, new bytes(5001));
    }

    function test_getMinFees_revertsWhenValueIsTooHigh() public {
        uint256 max = _price().maxMsgValue;
        bytes32 params = bytes32((uint256(1) << 248) | max);
        alpha.socket.getMinFees(0, 0, params, 0, BETA, address(plug));
        vm.expectRevert(ISocket.MsgValueTooHigh.selector);
        alpha.socket.getMinFees(0, 0, bytes32(uint256(params) + 1), 0, BETA, address(plug));
    }

    function test_getMinFees_revertsRatherThanOverflow() public {
        vm.expectRevert(ARITHMETIC_PANIC);
        alpha.socket.getMinFees(type(uint256).max, 0, 0, 0, BETA, address(plug));
        uint256 price = _price().perGas;
        vm.expectRevert(
            abi.encodeWithSelector(
                SafeCast.SafeCastOverflowedUintDowncast.selector,
                128,
                type(uint128).max * price + _price().overhead + VERIFICATION_FEES
            )
        );
        alpha.socket.getMinFees(type(uint128).max, 0, 0, 0, BETA, address(plug));
    }

    function test_administration_isRefusedToStrangers() public {
        bytes memory refused = abi.encodeWithSelector(
            IAccessControl.AccessControlUnauthorizedAccount.selector,
            vm.addr(STRANGER_KEY),
            bytes32(0)
        );
        ExecutionManager.Price memory price = _price();
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        manager.setPrice(BETA, price);
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        manager.setMaxPayloadSize(0);
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        manager.withdrawExecutionFees(payable(this), 0);
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        alpha.transmitManager.setTransmissionFees(BETA, 0);
        vm.prank(vm.addr(STRANGER_KEY));
        vm.expectRevert(refused);
        alpha.transmitManager.withdrawFees(manager, payable(this), 0);
    }

    function test_transmitters_areLimitedToTheirPaths() public view {
        bytes memory signature = _sign(TRANSMITTER_KEY, "digest");
        (address transmitter, bool isTransmitter) = alpha.transmitManager.checkTransmitter(BETA, "digest", signature);
        vm.assertEq(transmitter, vm.addr(TRANSMITTER_KEY));
        vm.assertTrue(isTransmitter);
        (, isTransmitter) = alpha.transmitManager.checkTransmitter(10, "digest", signature);
        vm.assertFalse(isTransmitter);
    }
}
