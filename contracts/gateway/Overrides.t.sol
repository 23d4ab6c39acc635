// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {GatewayTarget} from "../../test/fixtures/solidity/GatewayTarget.sol";
import {GatewayWorld} from "../../test/fixtures/solidity/GatewayWorld.sol";
import {OddAppGateway} from "../../test/fixtures/solidity/OddAppGateway.sol";
import {vm} from "../../test/fixtures/solidity/Vm.sol";
import {
    AppGatewayApproval,
    CallOptions,
    CallType,
    OverrideParams,
    Parallel,
    Read,
    WriteFinality
} from "./GatewayTypes.sol";
import {IFeesManager} from "./interfaces/IFeesManager.sol";

/// @dev Compares the options that the watcher receives with every overload of `_setOverrides`, alone and combined.
contract OverridesTest is GatewayWorld {
    uint256 private constant DEFAULT_GAS_LIMIT = 500_000;
    address private constant PAYER = address(0x9a7e7);

    OddAppGateway private gateway;
    GatewayTarget private target;
    address private forwarder;

    constructor() {
        target = new GatewayTarget();
        forwarder = _forwarder(address(target), ALPHA);
    }

    function setUp() public {
        gateway = new OddAppGateway(address(resolver), MAX_FEES);
        _deposit(ALPHA, address(gateway), 100 ether);
        _deposit(ALPHA, PAYER, 100 ether);
        AppGatewayApproval[] memory approvals = new AppGatewayApproval[](1);
        approvals[0] = AppGatewayApproval(address(gateway), true);
        vm.prank(PAYER);
        feesManager.approveAppGateways(approvals);
        _collect();
    }

    /// @dev Uses one overload after another, with a call after each: a call has the options set by all overloads before
    /// it.
    function testFuzz_setOverrides_lastUntilTheRequestCloses(uint256[8] calldata seeds) public {
        OddAppGateway.Step[] memory steps = new OddAppGateway.Step[](seeds.length);
        for (uint256 i = 0; i < seeds.length; i++) steps[i] = _step(seeds[i]);
        gateway.run(steps);

        vm.assertEq(_collect(), seeds.length, "calls");
        CallOptions memory expected;
        for (uint256 i = 0; i < seeds.length; i++) {
            _apply(steps[i], expected);
            _assertMadeAs(items[payloadIds[i]], expected);
        }
    }

    function testFuzz_setOverrides_areForgottenWhenTheRequestCloses(uint256[4] calldata seeds) public {
        OddAppGateway.Step[] memory steps = new OddAppGateway.Step[](seeds.length);
        for (uint256 i = 0; i < seeds.length; i++) steps[i] = _step(seeds[i]);
        gateway.run(steps);
        uint256 available = feesManager.getAvailableCredits(address(gateway));
        uint256 payersAvailable = feesManager.getAvailableCredits(PAYER);

        gateway.run(_plainCall());
        _collect();
        CallOptions memory defaults;
        _assertMadeAs(items[payloadIds[payloadIds.length - 1]], defaults);
        vm.assertEq(available - feesManager.getAvailableCredits(address(gateway)), gateway.maxFees(), "held");
        vm.assertEq(feesManager.getAvailableCredits(PAYER), payersAvailable, "the payer's");
    }

    function testFuzz_setOverrides_beforeARequestCountForIt(uint256 seed) public {
        OddAppGateway.Step[] memory steps = new OddAppGateway.Step[](1);
        steps[0] = _step(seed);
        steps[0].forwarder = address(0);
        gateway.runWithoutAsync(steps);

        gateway.run(_plainCall());
        _collect();
        CallOptions memory expected;
        _apply(steps[0], expected);
        _assertMadeAs(items[payloadIds[0]], expected);
    }

    function testFuzz_setOverrides_feesAreTheMaximumFromThenOn(uint64 fees) public {
        OddAppGateway.Step[] memory steps = _plainCall();
        steps[0].form = OddAppGateway.Form.ReadParallelGasFees;
        steps[0].fees = fees;
        gateway.run(steps);
        vm.assertEq(100 ether - feesManager.getAvailableCredits(address(gateway)), fees, "held");
        vm.assertEq(gateway.maxFees(), fees, "the maximum");
        gateway.run(_plainCall());
        vm.assertEq(100 ether - feesManager.getAvailableCredits(address(gateway)), 2 * uint256(fees), "held again");
    }

    function test_setOverrides_payerPaysInsteadOfTheGateway() public {
        OddAppGateway.Step[] memory steps = _plainCall();
        steps[0].form = OddAppGateway.Form.Payer;
        steps[0].payer = PAYER;
        gateway.run(steps);
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), 100 ether, "the gateway's");
        vm.assertEq(feesManager.getAvailableCredits(PAYER), 100 ether - MAX_FEES, "the payer's");
    }

    function test_setOverrides_payerMustHaveApproved() public {
        OddAppGateway.Step[] memory steps = _plainCall();
        steps[0].form = OddAppGateway.Form.Payer;
        steps[0].payer = TRANSMITTER;
        vm.expectRevert(abi.encodeWithSelector(IFeesManager.NotApproved.selector, TRANSMITTER, address(gateway)));
        gateway.run(steps);
    }

    /// @dev The account that signed pays, without a transaction of its own.
    function test_approveFeesWithSignature_makesTheSignerPay() public {
        address signer = vm.addr(STRANGER_KEY);
        _deposit(ALPHA, signer, 1 ether);
        bytes32 digest = keccak256(abi.encode(address(feesManager), GATEWAY, address(gateway), uint256(7), true));
        bytes memory signature = _sign(STRANGER_KEY, digest);
        gateway.runSigned(abi.encode(address(gateway), true, uint256(7), signature), forwarder);
        vm.assertEq(feesManager.getAvailableCredits(signer), 1 ether - MAX_FEES, "the signer's");
        vm.assertEq(feesManager.getAvailableCredits(address(gateway)), 100 ether, "the gateway's");
    }

    function test_getOverrideParams_areWhatWasSet() public {
        OddAppGateway.Step[] memory steps = _plainCall();
        steps[0] = OddAppGateway.Step({
            form: OddAppGateway.Form.ReadParallelGasFees,
            read: Read.ON,
            parallel: Parallel.ON,
            finality: WriteFinality.HIGH,
            gasLimit: 123,
            fees: 456,
            readAtBlockNumber: 0,
            payer: PAYER,
            value: 789,
            forwarder: address(0)
        });
        gateway.runWithoutAsync(steps);
        steps[0].form = OddAppGateway.Form.Payer;
        gateway.runWithoutAsync(steps);
        steps[0].form = OddAppGateway.Form.MsgValue;
        gateway.runWithoutAsync(steps);
        gateway.setSbType("OPTIMISTIC");
        OverrideParams memory params = gateway.getOverrideParams();
        vm.assertTrue(params.read == Read.ON && params.parallel == Parallel.ON);
        vm.assertEq(params.gasLimit, 123, "gas limit");
        vm.assertEq(params.value, 789, "value");
        vm.assertEq(params.maxFees, 456, "fees");
        vm.assertEq(params.consumeFrom, PAYER);
        vm.assertEq(params.sbType, "OPTIMISTIC");

        gateway.run(_plainCall());
        params = gateway.getOverrideParams();
        vm.assertTrue(params.read == Read.OFF && params.gasLimit == 0 && params.value == 0);
        vm.assertEq(params.consumeFrom, address(gateway), "the gateway itself again");
        vm.assertEq(params.maxFees, 456, "for good");
        vm.assertEq(params.sbType, "OPTIMISTIC");
    }

    function test_setMsgValue_arrivesAtTheTarget() public {
        OddAppGateway.Step[] memory steps = _plainCall();
        steps[0].form = OddAppGateway.Form.MsgValue;
        steps[0].value = 1e15;
        gateway.run(steps);
        _runAll();
        vm.assertEq(address(target).balance, 1e15);
    }

    function _plainCall() private view returns (OddAppGateway.Step[] memory steps) {
        steps = new OddAppGateway.Step[](1);
        steps[0].forwarder = forwarder;
    }

    function _step(uint256 seed) private view returns (OddAppGateway.Step memory) {
        return
            OddAppGateway.Step({
                form: OddAppGateway.Form(uint8(seed) % 13),
                read: Read(uint8(seed >> 8) % 2),
                parallel: Parallel(uint8(seed >> 16) % 2),
                finality: WriteFinality(uint8(seed >> 24) % 3),
                gasLimit: uint64(seed >> 32),
                fees: uint32(seed >> 96),
                readAtBlockNumber: uint64(seed >> 128),
                payer: (seed >> 192) % 2 == 0 ? address(0) : PAYER,
                value: uint56(seed >> 200),
                forwarder: forwarder
            });
    }

    /// @dev Applies what each overload sets, independently of the contract; other options keep their values.
    function _apply(OddAppGateway.Step memory step, CallOptions memory options) private pure {
        OddAppGateway.Form form = step.form;
        bool namesReadAndParallel =
            form == OddAppGateway.Form.ReadParallel ||
                form == OddAppGateway.Form.ReadParallelGas ||
                form == OddAppGateway.Form.ReadParallelGasFees;
        bool namesGas =
            form == OddAppGateway.Form.Gas || (namesReadAndParallel && form != OddAppGateway.Form.ReadParallel);
        bool namesBlock = form == OddAppGateway.Form.ReadBlock || form == OddAppGateway.Form.ParallelBlock;

        if (namesReadAndParallel) (options.read, options.parallel) = (step.read, step.parallel);
        bool namesRead = form == OddAppGateway.Form.ReadAlone || form == OddAppGateway.Form.ReadBlock;
        if (namesRead || form == OddAppGateway.Form.CallType) options.read = step.read;
        if (form == OddAppGateway.Form.ParallelAlone) options.parallel = step.parallel;
        if (form == OddAppGateway.Form.ParallelBlock) options.parallel = step.parallel;
        if (namesBlock) options.readAtBlockNumber = step.readAtBlockNumber;
        if (namesGas) options.gasLimit = step.gasLimit;
        if (form == OddAppGateway.Form.Finality) options.writeFinality = step.finality;
        if (form == OddAppGateway.Form.MsgValue) options.value = step.value;
    }

    function _assertMadeAs(Item storage item, CallOptions memory expected) private view {
        CallOptions memory options = item.queued.options;
        bool isRead = expected.read == Read.ON;
        vm.assertEq(uint256(options.read), uint256(expected.read), "read");
        vm.assertTrue(item.queued.callType == (isRead ? CallType.READ : CallType.WRITE));
        vm.assertEq(uint256(options.parallel), uint256(expected.parallel), "parallel");
        vm.assertEq(uint256(options.writeFinality), uint256(expected.writeFinality), "finality");
        uint256 writeGasLimit = expected.gasLimit == 0 ? DEFAULT_GAS_LIMIT : expected.gasLimit;
        vm.assertEq(options.gasLimit, isRead ? 0 : writeGasLimit, "gas limit");
        vm.assertEq(options.readAtBlockNumber, expected.readAtBlockNumber, "block");
        // A read sends no value.
        vm.assertEq(options.value, isRead ? 0 : expected.value, "value");
    }
}
